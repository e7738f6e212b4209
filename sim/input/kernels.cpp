// SPDX-License-Identifier: Apache-2.0
#include "sim/input/kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/machine/machine.h"
#include "sim/files/memory_limit.h"
#include "sim/input/joined.h"
#include "sim/trace/input_error.h"
#include "sim/trace/trace_program.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

namespace superwarp::input {

using trace::InputError;
namespace {

/// `pieces` of a launch as one program: each block follows the one before it in its place. Takes
/// their traces.
std::unique_ptr<const trace::TraceProgram> program_of(std::vector<traceg::Lowered>& pieces, const std::string& name,
                                                      const Machine& machine) {
  traceg::place(pieces, machine);
  std::vector<std::unique_ptr<const trace::TraceProgram>> programs;
  for (traceg::Lowered& piece : pieces) {
    programs.push_back(std::make_unique<trace::TraceProgram>(std::move(piece.trace), piece.blocks, piece.block_warps));
  }
  return programs.size() == 1 ? std::move(programs.front()) : joined(name, programs, true);
}

}  // namespace

Kernel read_kernel(std::istream& in, const std::string& name, bool global, bool work, std::uint64_t& bytes) {
  traceg::Reader reader(in, name, global, work);
  Kernel kernel;
  for (traceg::Block block; reader.next(block);) {
    for (const traceg::Warp& warp : block.warps) bytes += warp.accesses.size() * sizeof(traceg::Access);
    bytes +=
        block.address.size() * sizeof(block.address[0]) + block.global_address.size() * sizeof(block.global_address[0]);
    files::require_memory(bytes, fmt::format("the accesses of {}", name));
    kernel.blocks.push_back(std::move(block));
  }
  kernel.header = reader.header();
  kernel.instructions = reader.instructions();
  return kernel;
}

InputProgram kernels_program(const std::vector<Kernel>& kernels, const std::string& name, const Machine& machine,
                             std::uint32_t blocks, const gpu::Description* gpu) {
  const bool global = machine.hierarchy.has_value();
  const std::uint32_t resident = global ? machine.multiprocessors() : blocks;
  InputProgram result;
  std::vector<std::unique_ptr<const trace::TraceProgram>> pieces;
  for (const Kernel& kernel : kernels) {
    // Lowered blocks that are placed together.
    std::vector<traceg::Lowered> together;
    const auto add_program = [&] {
      if (!together.empty()) pieces.push_back(program_of(together, name, machine));
      together.clear();
    };
    for (std::size_t first = 0; first < kernel.blocks.size(); first += resident) {
      const auto begin = kernel.blocks.begin() + static_cast<std::ptrdiff_t>(first);
      const std::size_t count = std::min<std::size_t>(resident, kernel.blocks.size() - first);
      traceg::Lowered lowered =
          traceg::lower({begin, begin + static_cast<std::ptrdiff_t>(count)}, kernel.instructions, name, machine, gpu);
      for (const traceg::GpuExecution& execution : lowered.gpu_executions)
        result.gpu.add({1, execution.wavefronts, execution.ideal, execution.wavefronts, execution.threads});
      if (lowered.trace.accesses().empty()) continue;
      result.threads = std::max(result.threads, threads_of(count, kernel.header, machine.width,
                                                           lowered.blocks * lowered.block_warps * machine.width));
      together.push_back(std::move(lowered));
      if (!machine.issue) add_program();  // else a block follows when one ends
    }
    add_program();
  }
  if (result.threads == 0) {
    throw InputError(
        name, 0,
        fmt::format("nothing to replay, no instruction accesses {} memory", global ? "shared or global" : "shared"));
  }
  if (pieces.size() == 1) {
    result.program = std::move(pieces.front());
    return result;
  }
  result.program = joined(name, pieces);
  for (auto& piece : pieces) result.pieces.push_back(std::move(piece));
  return result;
}

std::uint32_t threads_of(std::size_t blocks, const traceg::Header& header, std::uint32_t width,
                         std::uint32_t program_threads) {
  if (!header.block) return program_threads / width * traceg::kWarpThreads;
  const auto [x, y, z] = *header.block;
  return static_cast<std::uint32_t>(blocks) * x * y * z;
}

}  // namespace superwarp::input
