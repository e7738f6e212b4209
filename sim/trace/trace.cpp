// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/files/memory_limit.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"

namespace superwarp::trace {
namespace {

const char* op_name(Op op) { return op == Op::kRead ? "reads" : "writes"; }
const char* space_name(Space space) { return space == Space::kShared ? "shared" : "global"; }

}  // namespace

void Trace::add(std::uint64_t round_label, std::uint32_t warp, Op op, const std::vector<Address>& address,
                std::uint64_t line, Space space, std::uint32_t thread_words, const std::optional<Work>& work) {
  const std::size_t width = address.size();
  if (width_ != 0 && width != width_) refuse("{} addresses, expected {} as on the lines before", width, width_);
  if (width == 0) refuse("no address, expected one for each thread of a warp");
  if (width > kMostLanes) refuse("{} addresses, expected at most {}", width, kMostLanes);
  if (warp >= kWarpLimit) refuse("warp {}, expected a warp below {}", warp, kWarpLimit);
  if (warp >= kMostThreads / width) {
    refuse("warp {}, expected one below {} on a machine with warps of {} threads", warp, kMostThreads / width, width);
  }
  bool new_round = true;
  if (!rounds_.empty()) {
    const TraceRound& last = rounds_.back();
    if (round_label < last.label) {
      refuse("round {} after round {}, expected rounds that do not decrease", round_label, last.label);
    }
    new_round = round_label != last.label;
    if (!new_round && last.barrier_after)
      refuse("round {} continues after a barrier, expected a higher round", round_label);
    if (!new_round && warp <= accesses_.back().warp) {
      refuse("warp {} after warp {}, expected increasing warps within round {}", warp, accesses_.back().warp,
             round_label);
    }
  }
  std::uint64_t& words_of = words_.at(static_cast<std::size_t>(space));
  std::uint64_t words = words_of;
  for (const Address a : address) {
    if (a == kInactive) continue;
    if (a >= kAddressLimit) refuse("address {}, expected one below {}", a, kAddressLimit);
    words = std::max<std::uint64_t>(words, std::uint64_t{a} + thread_words);
  }
  const bool requests = std::any_of(address.begin(), address.end(), [](Address a) { return a != kInactive; });
  if (work && !requests && !work->independent.empty())
    refuse("independent work of a warp without a request, expected an access before it");
  if (accesses_.size() == accesses_.capacity()) require_room();
  addresses_.insert(addresses_.end(), address.begin(), address.end());
  if (new_round) rounds_.push_back({round_label, accesses_.size(), accesses_.size()});
  accesses_.push_back({warp, op, space, line, thread_words});
  if (work) {
    works_.push_back(*work);
    accesses_.back().work = static_cast<std::uint32_t>(works_.size());
  }
  rounds_.back().end = accesses_.size();
  width_ = static_cast<std::uint32_t>(width);
  warps_ = std::max(warps_, warp + 1);
  words_of = words;
  hierarchical_ = hierarchical_ || space == Space::kGlobal;
  wide_ = wide_ || thread_words > 1;
}

void Trace::require_room() const {
  // While a vector grows it holds its old content and room for twice as much.
  const std::uint64_t access = sizeof(TraceAccess) + sizeof(TraceRound) + std::uint64_t{width_} * sizeof(Address);
  files::require_memory(3 * access * accesses_.size(),
                        fmt::format("a trace of more than {} accesses", accesses_.size()));
}

void Trace::add_barrier(bool of_device) {
  if (rounds_.empty()) return;
  rounds_.back().barrier_after = true;
  if (!of_device) return;
  rounds_.back().device_barrier_after = true;
  hierarchical_ = true;
}

void Trace::move_blocks(std::uint32_t block_warps, std::uint64_t region) {
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    const TraceAccess& access = accesses_[i];
    if (access.space != Space::kShared) continue;
    const auto moved = static_cast<Address>(access.warp / block_warps * region);
    for (std::size_t lane = i * width_; lane < (i + 1) * width_; ++lane) {
      Address& address = addresses_[lane];
      if (address == kInactive) continue;
      address += moved;
      words_[0] = std::max<std::uint64_t>(words_[0], std::uint64_t{address} + access.words);
    }
  }
}

bool Trace::requests(std::size_t access) const {
  return std::any_of(addresses(access), addresses(access) + width_, [](Address a) { return a != kInactive; });
}

void check_super_warps(const Trace& trace, std::uint32_t super_warp) {
  for (const TraceRound& round : trace.rounds()) {
    const TraceAccess* earlier = nullptr;
    for (std::size_t i = round.first; i < round.end; ++i) {
      const TraceAccess& access = trace.accesses()[i];
      if (!trace.requests(i)) continue;
      const bool together = earlier != nullptr && earlier->warp / super_warp == access.warp / super_warp;
      std::string wrong;
      if (together && earlier->op != access.op) {
        wrong = fmt::format(
            "warp {} {} where warp {} of its super warp (line {}) {}, expected one "
            "kind of access from the {} warps of a super warp in a round",
            access.warp, op_name(access.op), earlier->warp, earlier->line, op_name(earlier->op), super_warp);
      } else if (together && earlier->space != access.space) {
        wrong = fmt::format(
            "warp {} accesses {} memory where warp {} of its super warp (line {}) "
            "does {}, expected one memory for the {} warps of a super warp in a round",
            access.warp, space_name(access.space), earlier->warp, earlier->line, space_name(earlier->space),
            super_warp);
      }
      if (!wrong.empty()) throw InputError(trace.name(), access.line, wrong);
      earlier = &access;
    }
  }
}

void check_one_memory(const Trace& trace, const std::string& who) {
  for (const TraceAccess& access : trace.accesses()) {
    if (access.space == Space::kShared) continue;
    throw InputError(trace.name(), access.line, fmt::format("an access to global memory, expected R or W for {}", who));
  }
}

}  // namespace superwarp::trace
