#include "sim/traceg/warp_access.h"

#include <algorithm>
#include <array>

#include "sim/trace/fields.h"

namespace superwarp::traceg {
using trace::refuse;
namespace {

constexpr std::uint32_t kWordBytes = 4;

}  // namespace

WarpAccess::WarpAccess(std::uint32_t width) : width_(width) {
  if (width != kWarpThreads && width != kWarpThreads / 2) {
    refuse(
        "width {}, but the trace has warps of {} threads: expected width {}, or {} for half-warps",
        width, kWarpThreads, kWarpThreads, kWarpThreads / 2);
  }
}

void WarpAccess::expand(const SharedAccess& access, const Instruction& instruction,
                        const Block& block, Address offset) {
  part_.clear();
  const std::uint32_t words = std::max(1U, instruction.bytes / kWordBytes);
  const std::uint32_t threads = width_ / words;  // of a part
  const bool atomic = instruction.kind == OpcodeKind::kAtomic;
  const Op op = instruction.kind == OpcodeKind::kStore ? Op::kWrite : Op::kRead;
  const std::uint32_t* next = &block.address[access.address];
  Part together;
  for (std::uint32_t first = 0; first < kWarpThreads; first += threads) {
    Part& part = atomic ? together : add_part(op);
    part.requests = false;
    part.address.assign(width_, kInactive);
    for (std::uint32_t i = 0; i < threads; ++i) {
      if ((access.mask >> (first + i) & 1U) == 0) continue;
      const Address word = offset + *next++ / kWordBytes;
      for (std::uint32_t j = 0; j < words; ++j) part.address[i * words + j] = word + j;
      part.requests = true;
    }
    if (atomic) serialise(together);
  }
}

WarpAccess::Part& WarpAccess::add_part(Op op) {
  part_.emplace_back();
  part_.back().op = op;
  return part_.back();
}

/// Adds the passes of the threads that want to update the words of `together` at once.
void WarpAccess::serialise(const Part& together) {
  // Wide atomics are aligned, so threads share all their words or none, and each word tells the
  // pass.
  std::vector<std::uint32_t> pass(width_);
  std::uint32_t passes = 1;
  for (std::uint32_t lane = 0; lane < width_; ++lane) {
    const auto begin = together.address.begin();
    const Address word = together.address[lane];
    if (word == kInactive) continue;
    pass[lane] = static_cast<std::uint32_t>(std::count(begin, begin + lane, word));
    passes = std::max(passes, pass[lane] + 1);
  }
  for (std::uint32_t p = 0; p < passes; ++p) {
    for (const Op op : {Op::kRead, Op::kWrite}) {
      Part& part = add_part(op);
      part.requests = together.requests;
      part.address.assign(width_, kInactive);
      for (std::uint32_t lane = 0; lane < width_; ++lane) {
        if (pass[lane] == p) part.address[lane] = together.address[lane];
      }
    }
  }
}

}  // namespace superwarp::traceg
