// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "model/reference/mapping.h"
#include "sim/files/output_file.h"
#include "sim/input/input.h"
#include "tests/soak/round.h"
#include "tools/measured/ask_rtl.h"
#include "tools/measured/slots.h"

namespace superwarp::soak {
namespace {

/// Addresses that all lanes share, that conflict, that lie side by side, or at random.
std::vector<std::uint64_t> draw_addresses(Draw& draw, std::uint32_t lanes, std::uint32_t bytes) {
  constexpr std::uint32_t kElements = 1024;
  const std::uint32_t pattern = draw.below(5);
  const std::uint32_t stride = pattern == 1 ? 1U << draw.below(6) : 1 + draw.below(40);
  const std::uint32_t idle = draw.below(4);
  std::vector<std::uint64_t> all;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint32_t random = draw.below(pattern == 3 ? kElements : 8);
    const std::uint32_t element = pattern == 0   ? lane >> stride % 6
                                  : pattern <= 2 ? lane * stride
                                  : pattern == 3 ? random
                                                 : lane / 2 + random % 2;
    const bool active = idle == 0 || draw.below(8) >= idle;
    all.push_back(active ? std::uint64_t{element % kElements} * bytes : gpu::kIdle);
  }
  return all;
}

gpu::Access draw_access(Draw& draw, const gpu::Description& gpu) {
  const gpu::PhaseRule& rule = draw.one_of(gpu.phases);
  gpu::Access access;
  access.operation = draw.one_of(rule.operations);
  access.bytes = draw.one_of(rule.bits) / 8;
  access.address = draw_addresses(draw, gpu.wave, access.bytes);
  access.address[draw.below(gpu.wave)] = 0;  // one lane at least is active
  return access;
}

/// The list of a lane's addresses, which a tracer writes behind its 0.
std::string listed(const std::vector<std::uint64_t>& address) {
  std::string text = "0";
  for (const std::uint64_t one : address) {
    if (one != gpu::kIdle) text += fmt::format(" {:#x}", one);
  }
  return text;
}

std::uint32_t mask_of(const std::vector<std::uint64_t>& address) {
  std::uint32_t mask = 0;
  for (std::size_t lane = 0; lane < address.size(); ++lane) {
    if (address[lane] != gpu::kIdle) mask |= 1U << lane;
  }
  return mask;
}

std::string draw_line(Draw& draw, const gpu::Description& gpu) {
  struct Opcode {
    const char* before;  ///< number of results, results, opcode, number and names of sources
    gpu::Operation operation;
    std::uint32_t bytes;
  };
  using gpu::Operation;
  static const std::vector<Opcode> all = {{"1 R6 LDS 1 R3", Operation::kRead, 4},
                                          {"1 R6 LDS.64 1 R3", Operation::kRead, 8},
                                          {"1 R6 LDS.128 1 R3", Operation::kRead, 16},
                                          {"0 STS 2 R2 R4", Operation::kWrite, 4},
                                          {"0 STS.64 2 R2 R4", Operation::kWrite, 8},
                                          {"0 STS.128 2 R2 R4", Operation::kWrite, 16},
                                          {"1 R6 LDS.U8 1 R3", Operation::kRead, 1},
                                          {"0 STS.U16 2 R2 R4", Operation::kWrite, 2},
                                          {"1 R6 ATOMS.ADD 2 R3 R4", Operation::kAtomic, 4},
                                          {"0 ATOMS.POPC.INC.32 1 R3", Operation::kCount, 4}};
  std::size_t number = 0;
  do {
    number = draw.below(static_cast<std::uint32_t>(all.size()));
  } while (gpu::not_described(gpu, all[number].operation, 8 * all[number].bytes));
  const Opcode& opcode = all[number];
  std::vector<std::uint64_t> address = draw_addresses(draw, 32, opcode.bytes);
  address[draw.below(32)] = 0;
  return fmt::format("{} {:04x} {:08x} {} {} {} 0\n", number + 1, 16 * number, mask_of(address), opcode.before,
                     opcode.bytes, listed(address));
}

/// A launch of a few blocks whose warps meet at as many barriers.
std::string draw_recording(Draw& draw, const gpu::Description& gpu) {
  const std::uint32_t blocks = 1 + draw.below(4);
  const std::uint32_t warps = 1 + draw.below(8);
  const std::uint32_t barriers = draw.below(4);
  std::string text = fmt::format(
      "-kernel name = random\n-kernel id = 1\n-grid dim = ({},1,1)\n-block dim = ({},1,1)\n"
      "-shmem = 16384\n-nregs = 16\n-binary version = 80\n-cuda stream id = 0\n"
      "-shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0002000000\n"
      "-nvbit version = 1.5.5\n-accelsim tracer version = 5\n-enable lineinfo = 1\n\n",
      blocks, 32 * warps);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    text += fmt::format("#BEGIN_TB\n\nthread block = {},0,0\n\n", block);
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      std::vector<std::string> lines;
      for (std::uint32_t part = 0; part <= barriers; ++part) {
        for (std::uint32_t i = draw.below(12); i > 0; --i) lines.push_back(draw_line(draw, gpu));
        if (part < barriers) lines.push_back("99 0ff0 ffffffff 0 BAR.SYNC 0 0 0\n");
      }
      lines.push_back("98 0fe0 00000001 1 R6 LDS 1 R3 4 0 0x0 0\n");
      text += fmt::format("warp = {}\ninsts = {}\n", warp, lines.size());
      for (const std::string& line : lines) text += line;
      text += '\n';
    }
    text += "#END_TB\n\n";
  }
  return text;
}

}  // namespace

Outcome on_gpu_accesses(const gpu::Description& gpu, evaluate::Evaluator& evaluator, Draw& draw) {
  constexpr std::uint32_t kPatterns = 400;
  Outcome outcome;
  outcome.kind = "gpu";
  outcome.what = fmt::format("{} accesses of {}", kPatterns, gpu.name);
  const crosscheck::AskRtl ask = crosscheck::ask_rtl_of(evaluator);
  for (std::uint32_t i = 0; i < kPatterns && outcome.disagreement.empty(); ++i) {
    crosscheck::Pattern pattern;
    pattern.id = fmt::format("pattern {}", i);
    pattern.access.kind = crosscheck::AccessKind::kLanes;
    pattern.access.lanes.push_back({draw_access(draw, gpu)});
    const crosscheck::PatternSlots slots = crosscheck::count_slots(pattern, gpu, ask);
    outcome.requests += slots.bytes / pattern.access.lanes[0].access.bytes;
    if (!slots.disagreement.empty()) outcome.disagreement = fmt::format("{}: {}", pattern.id, slots.disagreement);
  }
  return outcome;
}

Outcome on_a_recording(const gpu::Description& gpu, evaluate::Evaluator& evaluator, Draw& draw) {
  Outcome outcome;
  outcome.kind = "recording";
  const std::string file =
      std::filesystem::temp_directory_path() / fmt::format("superwarp-soak-{:x}.traceg", draw.word());
  const std::string text = draw_recording(draw, gpu);
  files::write_file(file, text);
  const input::Input input(file);
  const std::uint32_t resident = 1 + draw.below(3);
  Machine machine;
  machine.kind = gpu.merges_every_word ? MachineKind::kDmm : MachineKind::kGt200;
  machine.width = gpu.banks;
  machine.latency = 1 + draw.below(40);
  machine.schedule = draw.one_in(3) ? Schedule::kRounds : Schedule::kAsync;
  const input::InputProgram program = input.program(machine, resident, &gpu);
  std::filesystem::remove(file);
  model::fit(machine, *program.program);
  evaluate::EvaluationOptions how;
  how.waves_on_disagreement = "";
  const evaluate::Evaluation evaluation = evaluator.evaluate(*program.program, machine, how);
  outcome.what = fmt::format("{} bytes on {}, {} blocks resident", text.size(), gpu.name, resident);
  outcome.requests = evaluation.rtl->requests;
  outcome.disagreement = evaluation.disagreement;
  // A slot of the machine is one of the GPU unless phases are wider than its dispatches.
  if (outcome.disagreement.empty() && evaluation.rtl->slots < program.gpu.wavefronts) {
    outcome.disagreement =
        fmt::format("{} slots of the RTL are fewer than {} wavefronts", evaluation.rtl->slots, program.gpu.wavefronts);
  }
  return outcome;
}

}  // namespace superwarp::soak
