#include "sim/traceg/lower.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/trace/fields.h"
#include "sim/traceg/warp_access.h"

namespace superwarp::traceg {
using trace::refuse;
namespace {

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// A warp on its way through its accesses.
struct Runner {
  Runner(const Warp& from, const Block& of, std::uint32_t number, std::uint32_t width)
      : warp(&from), block(&of), id(number), access(width) {}

  const Warp* warp;
  const Block* block;
  std::uint32_t id;         ///< in the lowered trace
  Address offset = 0;       ///< of its block's memory
  std::size_t next = 0;     ///< of its accesses
  bool takes_part = false;  ///< in the instruction under way
  WarpAccess access;        ///< its part of that

  /// Its next access before barrier number `barriers`; null if none is left.
  [[nodiscard]] const SharedAccess* ahead(std::uint32_t barriers) const {
    if (next == warp->accesses.size()) return nullptr;
    const SharedAccess& candidate = warp->accesses[next];
    return candidate.barriers == barriers ? &candidate : nullptr;
  }
};

/// Warps that execute together.
class SuperWarp {
 public:
  explicit SuperWarp(const InstructionTable& table) : table_(table) {}

  /// In ascending order of their numbers.
  void add(Runner runner) { runners_.push_back(std::move(runner)); }

  /// Adds the super warp's next round to `to`; false if it has none left before the barrier.
  bool next_round(std::uint64_t round, std::uint32_t barriers, Lowered& to) {
    for (;;) {
      while (part_ < parts_) {
        if (add_part(round, part_++, to)) return true;
      }
      if (!next_instruction(barriers)) return false;
    }
  }

 private:
  bool next_instruction(std::uint32_t barriers) {
    const auto rank = [&](std::uint32_t instruction) {
      return std::make_tuple(table_.all()[instruction].pc, instruction);
    };
    const SharedAccess* first = nullptr;
    for (const Runner& runner : runners_) {
      const SharedAccess* const ahead = runner.ahead(barriers);
      if (ahead == nullptr) continue;
      if (first == nullptr || rank(ahead->instruction) < rank(first->instruction)) first = ahead;
    }
    if (first == nullptr) return false;
    instruction_ = first->instruction;
    part_ = parts_ = 0;
    for (Runner& runner : runners_) {
      const SharedAccess* const ahead = runner.ahead(barriers);
      runner.takes_part = ahead != nullptr && ahead->instruction == instruction_;
      if (!runner.takes_part) continue;
      runner.access.expand(*ahead, table_.all()[instruction_], *runner.block, runner.offset);
      parts_ = std::max(parts_, runner.access.parts().size());
      ++runner.next;
    }
    return true;
  }

  bool add_part(std::uint64_t round, std::size_t place, Lowered& to) {
    bool requests = false;
    for (const Runner& runner : runners_) {
      if (!runner.takes_part || place >= runner.access.parts().size()) continue;
      const WarpAccess::Part& part = runner.access.parts()[place];
      if (!part.requests) continue;
      const std::uint64_t line = runner.warp->accesses[runner.next - 1].line;
      to.trace.add(round, runner.id, part.op, part.address, line);
      to.instruction.push_back(instruction_);
      requests = true;
    }
    return requests;
  }

  const InstructionTable& table_;
  std::vector<Runner> runners_;
  std::uint32_t instruction_ = 0;  ///< under way
  std::size_t part_ = 0;           ///< the next of it
  std::size_t parts_ = 0;
};

/// The super warps that have warps, in order.
std::vector<SuperWarp> super_warps_of(const std::vector<Block>& blocks,
                                      const InstructionTable& table, std::uint32_t width,
                                      std::uint32_t super_warp) {
  std::uint64_t bytes = 0;
  std::uint64_t warps = 0;
  for (const Block& block : blocks) {
    for (const Warp& warp : block.warps) warps = std::max<std::uint64_t>(warps, warp.id + 1);
    for (const std::uint32_t address : block.address)
      bytes = std::max<std::uint64_t>(bytes, address + 1);
  }
  // An access of 16 bytes is aligned: its last word lies in the same row.
  const std::uint64_t region = rounded_up((bytes + 3) / 4, width);
  if (region * blocks.size() > kAddressLimit) {
    refuse(
        "{} blocks of {} words each are resident, expected at most {} words in all; expected a "
        "smaller --resident",
        blocks.size(), region, kAddressLimit);
  }
  warps = rounded_up(warps, super_warp);
  if (warps * blocks.size() > trace::Trace::kWarpLimit) {
    refuse(
        "{} blocks of {} warps each are resident, expected at most {} warps in all; expected a "
        "smaller --resident",
        blocks.size(), warps, trace::Trace::kWarpLimit);
  }
  std::vector<SuperWarp> result;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::vector<const Warp*> order;
    for (const Warp& warp : blocks[b].warps) order.push_back(&warp);
    std::sort(order.begin(), order.end(),
              [](const Warp* one, const Warp* other) { return one->id < other->id; });
    std::uint32_t group = 0;
    bool any = false;
    for (const Warp* warp : order) {
      if (!any || warp->id / super_warp != group) result.emplace_back(table);
      any = true;
      group = warp->id / super_warp;
      Runner runner(*warp, blocks[b], static_cast<std::uint32_t>(b * warps + warp->id), width);
      runner.offset = static_cast<Address>(b * region);
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

Lowered lower(const std::vector<Block>& blocks, const InstructionTable& table,
              const std::string& name, std::uint32_t width, std::uint32_t super_warp) {
  Lowered lowered{trace::Trace(name), {}};
  std::vector<SuperWarp> super_warps = super_warps_of(blocks, table, width, super_warp);
  const std::uint32_t barriers = most_barriers(blocks);
  std::uint64_t round = 0;
  for (std::uint32_t barrier = 0; barrier <= barriers; ++barrier) {
    for (bool any = true; any; round += any ? 1 : 0) {
      any = false;
      for (SuperWarp& super_warp_of_round : super_warps)
        any |= super_warp_of_round.next_round(round, barrier, lowered);
    }
    if (barrier < barriers) lowered.trace.add_barrier();
  }
  return lowered;
}

}  // namespace superwarp::traceg
