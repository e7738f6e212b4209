// SPDX-License-Identifier: Apache-2.0
#include "sim/input/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "language/machine.h"
#include "sim/files/memory_limit.h"
#include "sim/input/joined.h"
#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

namespace superwarp::input {

using trace::InputError;

Input::Input(std::string path, Source source) : path_(std::move(path)), source_(std::move(source)) {
  if (source_.format != Format::kText) return;
  text_ = trace::read_trace(*source_.in, source_.name);
  source_.in.reset();
}

std::vector<std::string> Input::files() const {
  if (source_.format == Format::kKernels) return source_.kernels;
  if (path_ == files::kStandardInput) return {};
  return {path_};
}

std::uint32_t Input::lanes() const { return text_ ? text_->width() : traceg::kWarpThreads; }

const std::vector<Input::Kernel>& Input::kernels(bool global, bool work) const {
  std::optional<std::vector<Kernel>>& known = kernels_.at((global ? 1 : 0) + (work ? 2 : 0));
  if (known) return *known;
  const bool again = std::any_of(kernels_.begin(), kernels_.end(),
                                 [](const auto& kernels) { return kernels.has_value(); });
  if (again && path_ == files::kStandardInput)
    throw InputError(name(), 0,
                     "standard input can be read once, expected a file for two kinds of machines");
  std::uint64_t bytes = 0;
  const auto read = [&](std::istream& in, const std::string& file) {
    traceg::Reader reader(in, file, global, work);
    Kernel kernel;
    for (traceg::Block block; reader.next(block);) {
      for (const traceg::Warp& warp : block.warps)
        bytes += warp.accesses.size() * sizeof(traceg::Access);
      bytes += block.address.size() * sizeof(block.address[0]) +
               block.global_address.size() * sizeof(block.global_address[0]);
      files::require_memory(bytes, fmt::format("the accesses of {}", name()));
      kernel.blocks.push_back(std::move(block));
    }
    kernel.header = reader.header();
    kernel.instructions = reader.instructions();
    return kernel;
  };
  std::vector<Kernel> all;
  if (source_.format == Format::kTraceg) {
    all.push_back(read(again ? *open_kernel(path_) : *source_.in, name()));
  } else {
    for (const std::string& file : source_.kernels) all.push_back(read(*open_kernel(file), file));
  }
  return known.emplace(std::move(all));
}

InputProgram Input::program(const Machine& machine, std::uint32_t blocks,
                            const gpu::Description* gpu) const {
  if (text_) return text_program(*text_, machine, blocks, gpu);
  const bool global = machine.hierarchy.has_value();
  const std::uint32_t resident = global ? machine.multiprocessors() : blocks;
  InputProgram result;
  std::vector<std::unique_ptr<const trace::TraceProgram>> pieces;
  for (const Kernel& kernel : kernels(global, machine.issue.has_value())) {
    std::vector<std::unique_ptr<const trace::TraceProgram>> blocks_together;
    for (std::size_t first = 0; first < kernel.blocks.size(); first += resident) {
      const auto begin = kernel.blocks.begin() + static_cast<std::ptrdiff_t>(first);
      const std::size_t count = std::min<std::size_t>(resident, kernel.blocks.size() - first);
      traceg::Lowered lowered = traceg::lower(
          {begin, begin + static_cast<std::ptrdiff_t>(count)}, kernel.instructions, name(),
          machine.width, machine.super_warp, global ? machine.multiprocessors() : 0, gpu);
      for (const traceg::GpuExecution& execution : lowered.gpu_executions)
        result.gpu.add(
            {1, execution.wavefronts, execution.ideal, execution.wavefronts, execution.threads});
      if (lowered.trace.accesses().empty()) continue;
      blocks_together.push_back(std::make_unique<trace::TraceProgram>(
          std::move(lowered.trace), lowered.blocks, lowered.block_warps));
      result.threads = std::max(result.threads, threads_of(count, kernel.header, machine.width,
                                                           blocks_together.back()->threads()));
    }
    if (machine.issue && blocks_together.size() > 1) {  // a block follows when one ends
      pieces.push_back(joined(name(), blocks_together, true));
      continue;
    }
    for (auto& piece : blocks_together) pieces.push_back(std::move(piece));
  }
  if (result.threads == 0) {
    throw InputError(name(), 0,
                     fmt::format("nothing to replay, no instruction accesses {} memory",
                                 global ? "shared or global" : "shared"));
  }
  if (pieces.size() == 1) {
    result.program = std::move(pieces.front());
    return result;
  }
  result.program = joined(name(), pieces);
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
