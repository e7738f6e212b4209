// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "sim/gpu/lower.h"
#include "sim/gpu/machine_rules.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"

namespace superwarp::traceg {
using trace::refuse;
namespace {

constexpr std::uint32_t kWordBytes = 4;

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// The rows of global memory, of `width` words, that the blocks access.
class GlobalRows {
 public:
  GlobalRows(const std::vector<Block>& blocks, std::uint32_t width) : width_(width) {
    for (const Block& block : blocks) {
      for (const std::uint64_t byte : block.global_address) rows_.push_back(row_of(byte));
    }
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    if (rows_.size() > kAddressLimit / width) {
      refuse("{} rows of {} words of global memory are accessed together, expected at most {}", rows_.size(), width,
             kAddressLimit / width);
    }
  }

  /// The word at a byte address of one of the blocks.
  [[nodiscard]] Address word(std::uint64_t byte) const {
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), row_of(byte)) - rows_.begin();
    return static_cast<Address>(static_cast<std::uint64_t>(row) * width_ + byte / kWordBytes % width_);
  }

 private:
  [[nodiscard]] std::uint64_t row_of(std::uint64_t byte) const { return byte / kWordBytes / width_; }

  std::uint32_t width_;
  std::vector<std::uint64_t> rows_;  ///< ascending
};

/// The operation of an instruction for the rules of gpu/.
gpu::Operation operation_of(const Instruction& instruction) {
  if (is_atomic(instruction.kind)) {
    const bool counts = instruction.opcode.find(".POPC.INC") != std::string::npos;
    return counts ? gpu::Operation::kCount : gpu::Operation::kAtomic;
  }
  if (instruction.kind == OpcodeKind::kMatrixLoad) return gpu::Operation::kMatrixRead;
  if (instruction.kind == OpcodeKind::kMatrixStore) return gpu::Operation::kMatrixWrite;
  return is_store(instruction.kind) ? gpu::Operation::kWrite : gpu::Operation::kRead;
}

/// Lowers the accesses of blocks: shared ones by the rules of a GPU or of the machine, global ones
/// by those of the machine.
class Parts {
 public:
  Parts(const GlobalRows& global, const std::string& name, std::uint32_t width, const gpu::Description* gpu)
      : global_(global),
        name_(name),
        width_(width),
        machine_(gpu::machine_rules(width, kWarpThreads)),
        by_machine_(machine_) {
    if (gpu != nullptr) by_gpu_.emplace(*gpu);
  }

  /// The parts of one warp's execution of a memory instruction. Even parts of an atomic read and
  /// odd parts write, so part i of an instruction has the same operation in all warps. Adds what
  /// the GPU takes to `counts`.
  std::vector<gpu::Part> of(const Access& access, const Instruction& instruction, const Block& block,
                            std::vector<GpuExecution>& counts) {
    const bool global = is_global(instruction.kind);
    gpu::Access lanes{operation_of(instruction), instruction.bytes, {}};
    std::size_t next = access.address;
    for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
      std::uint64_t byte = gpu::kIdle;
      if ((access.mask >> thread & 1U) != 0) {
        byte = global ? std::uint64_t{global_.word(block.global_address[next])} * kWordBytes : block.address[next];
        ++next;
      }
      lanes.address.push_back(byte);
    }
    const bool by_gpu = by_gpu_ && !global;
    try {
      const gpu::Lowered lowered = (by_gpu ? *by_gpu_ : by_machine_).lower(lanes);
      if (by_gpu && lowered.slots > 0)
        counts.push_back({access.instruction, lowered.slots, lowered.ideal,
                          static_cast<std::uint32_t>(__builtin_popcount(access.mask))});
      return gpu::parts_of(lowered, width_);
    } catch (const std::invalid_argument& error) {
      throw trace::InputError(name_, access.line, fmt::format("{}: {}", instruction.opcode, error.what()));
    }
  }

  [[nodiscard]] std::uint32_t width() const { return width_; }

 private:
  const GlobalRows& global_;
  const std::string& name_;
  std::uint32_t width_;
  gpu::Description machine_;
  gpu::Lowering by_machine_;
  std::optional<gpu::Lowering> by_gpu_;
};

/// The progress of a warp through its accesses.
struct Runner {
  const Warp* warp = nullptr;
  const Block* block = nullptr;
  std::uint32_t id = 0;          ///< in the lowered trace
  std::size_t next = 0;          ///< index of the next access
  bool takes_part = false;       ///< in the current instruction
  std::vector<gpu::Part> parts;  ///< of the current instruction

  /// The next access if `barriers` barriers precede it, else null.
  [[nodiscard]] const Access* ahead(std::uint32_t barriers) const {
    if (next == warp->accesses.size()) return nullptr;
    const Access& candidate = warp->accesses[next];
    return candidate.barriers == barriers ? &candidate : nullptr;
  }
};

class SuperWarp {
 public:
  SuperWarp(const InstructionTable& table, Parts& parts) : table_(table), parts_of_(parts) {}

  /// Warps are added in ascending order.
  void add(Runner runner) { runners_.push_back(std::move(runner)); }

  /// Adds the super warp's next round to `to`; false if none is left before the barrier.
  bool next_round(std::uint64_t round, std::uint32_t barriers, Lowered& to) {
    for (;;) {
      while (part_ < parts_) {
        if (add_part(round, part_++, to)) return true;
      }
      if (!next_instruction(barriers, to)) return false;
      execution_ = to.executions++;
    }
  }

 private:
  bool next_instruction(std::uint32_t barriers, Lowered& to) {
    const auto rank = [&](std::uint32_t instruction) {
      constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
      const bool none = instruction == kNoInstruction;
      return std::make_tuple(none ? kLast : table_.all()[instruction].pc, instruction);
    };
    const Access* first = nullptr;
    for (const Runner& runner : runners_) {
      const Access* const ahead = runner.ahead(barriers);
      if (ahead == nullptr) continue;
      if (first == nullptr || rank(ahead->instruction) < rank(first->instruction)) first = ahead;
    }
    if (first == nullptr) return false;
    instruction_ = first->instruction;
    part_ = parts_ = 0;
    for (Runner& runner : runners_) {
      const Access* const ahead = runner.ahead(barriers);
      runner.takes_part = ahead != nullptr && ahead->instruction == instruction_;
      if (!runner.takes_part) continue;
      if (instruction_ == kNoInstruction) {
        runner.parts = {{Op::kRead, false, std::vector<Address>(parts_of_.width(), kInactive)}};
      } else {
        runner.parts = parts_of_.of(*ahead, table_.all()[instruction_], *runner.block, to.gpu_executions);
      }
      parts_ = std::max(parts_, runner.parts.size());
      ++runner.next;
    }
    return true;
  }

  static std::optional<Work> work_of(const Access& access, bool first, bool last, bool requests) {
    if (!access.work) return std::nullopt;
    return part_of(*access.work, first, last, requests);
  }

  bool add_part(std::uint64_t round, std::size_t place, Lowered& to) {
    bool requests = false;
    for (const Runner& runner : runners_) {
      if (!runner.takes_part || place >= runner.parts.size()) continue;
      const gpu::Part& part = runner.parts[place];
      const Access& access = runner.warp->accesses[runner.next - 1];
      const bool last = place + 1 == runner.parts.size();
      const std::optional<Work> work = work_of(access, place == 0, last, part.requests);
      if (!part.requests && (!work || work->empty())) continue;
      const bool global = instruction_ != kNoInstruction && is_global(table_.all()[instruction_].kind);
      to.trace.add(round, runner.id, part.op, part.address, access.line, global ? Space::kGlobal : Space::kShared, 1,
                   work);
      to.instruction.push_back(instruction_);
      to.execution.push_back(execution_);
      requests = true;
    }
    return requests;
  }

  const InstructionTable& table_;
  Parts& parts_of_;
  std::vector<Runner> runners_;
  std::uint32_t instruction_ = 0;  ///< the current one
  std::uint32_t execution_ = 0;    ///< of it
  std::size_t part_ = 0;           ///< its next part
  std::size_t parts_ = 0;
};

/// W of lower().
std::uint32_t block_warps_of(const std::vector<Block>& blocks, std::uint32_t super_warp, std::uint64_t places) {
  std::uint64_t warps = 0;
  for (const Block& block : blocks) {
    for (const Warp& warp : block.warps) warps = std::max<std::uint64_t>(warps, warp.id + 1);
  }
  warps = rounded_up(warps, super_warp);
  if (warps * places > trace::Trace::kWarpLimit) {
    refuse(
        "{} blocks of {} warps each are resident, expected at most {} warps in all; expected a "
        "smaller --blocks",
        blocks.size(), warps, trace::Trace::kWarpLimit);
  }
  return static_cast<std::uint32_t>(warps);
}

/// The super warps that have warps, in order.
std::vector<SuperWarp> super_warps_of(const std::vector<Block>& blocks, const InstructionTable& table, Parts& parts,
                                      std::uint32_t super_warp, std::uint32_t block_warps) {
  std::vector<SuperWarp> result;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::vector<const Warp*> order;
    for (const Warp& warp : blocks[b].warps) order.push_back(&warp);
    std::sort(order.begin(), order.end(), [](const Warp* one, const Warp* other) { return one->id < other->id; });
    const Warp* before = nullptr;
    for (const Warp* warp : order) {
      if (before == nullptr || warp->id / super_warp != before->id / super_warp) result.emplace_back(table, parts);
      before = warp;
      Runner runner;
      runner.warp = warp;
      runner.block = &blocks[b];
      runner.id = static_cast<std::uint32_t>(b * block_warps + warp->id);
      result.back().add(std::move(runner));
    }
  }
  return result;
}

std::uint32_t most_barriers(const std::vector<Block>& blocks) {
  std::uint32_t most = 0;
  for (const Block& block : blocks) {
    for (const Warp& warp : block.warps) {
      if (!warp.accesses.empty()) most = std::max(most, warp.accesses.back().barriers);
    }
  }
  return most;
}

}  // namespace

Lowered lower(const std::vector<Block>& blocks, const InstructionTable& table, const std::string& name,
              const Machine& machine, const gpu::Description* gpu) {
  const auto places = machine.hierarchy ? machine.multiprocessors() : static_cast<std::uint32_t>(blocks.size());
  Lowered lowered;
  lowered.trace = trace::Trace(name);
  lowered.blocks = places;
  lowered.block_warps = block_warps_of(blocks, machine.super_warp, places);
  const GlobalRows global(blocks, machine.width);
  Parts parts(global, name, machine.width, gpu);
  std::vector<SuperWarp> super_warps = super_warps_of(blocks, table, parts, machine.super_warp, lowered.block_warps);
  const std::uint32_t barriers = most_barriers(blocks);
  std::uint64_t round = 0;
  for (std::uint32_t barrier = 0; barrier <= barriers; ++barrier) {
    for (bool any = true; any; round += any ? 1 : 0) {
      any = false;
      for (SuperWarp& super_warp_of_round : super_warps) any |= super_warp_of_round.next_round(round, barrier, lowered);
    }
    if (barrier < barriers) lowered.trace.add_barrier();
  }
  return lowered;
}

void place(std::vector<Lowered>& pieces, const Machine& machine) {
  if (machine.hierarchy) return;
  std::uint64_t words = 0;
  std::uint32_t blocks = 0;
  for (const Lowered& piece : pieces) {
    words = std::max(words, piece.trace.words());
    blocks = std::max(blocks, piece.blocks);
  }
  const std::uint64_t region = block_region(words, machine.bank_count());
  if (blocks > 1 && region * blocks > kAddressLimit) {
    refuse(
        "{} blocks of {} words each are resident, expected at most {} words in all; expected a "
        "smaller --blocks",
        blocks, region, kAddressLimit);
  }
  for (Lowered& piece : pieces) {
    if (piece.blocks > 1) piece.trace.move_blocks(piece.block_warps, region);
  }
}

}  // namespace superwarp::traceg
