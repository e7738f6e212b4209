// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "tests/model/literal_models.h"

namespace superwarp::model {
namespace {

constexpr std::uint64_t kInFlight = std::numeric_limits<std::uint64_t>::max();

}  // namespace

LiteralOrder::LiteralOrder(const InBlocks& blocks, const Machine& machine)
    : width_(machine.width),
      super_warp_(machine.super_warp),
      threads_(std::uint64_t{blocks.count} * blocks.warps * machine.width),
      blocks_(machine.schedule == Schedule::kRounds ? 1 : blocks.count),
      todo_((blocks.count * blocks.warps + machine.super_warp - 1) / machine.super_warp),
      complete_(todo_.size(), 0),
      open_(blocks_, 0) {
  const trace::Trace& trace = blocks.trace;
  std::uint64_t barriers = 0;
  for (std::uint64_t round = 0; round < trace.rounds().size(); ++round) {
    for (std::uint32_t g = 0; g < todo_.size(); ++g) add(trace, round, barriers, g);
    if (trace.rounds()[round].barrier_after || machine.schedule == Schedule::kRounds) ++barriers;
  }
}

/// Adds the super warp's access of a round, if it has one.
void LiteralOrder::add(const trace::Trace& trace, std::uint64_t round, std::uint64_t barriers,
                       std::uint32_t super_warp) {
  const std::uint32_t lanes = super_warp_ * width_;
  LiteralAccess access{
      super_warp, round, barriers, Op::kRead, std::vector<Address>(lanes, kInactive), std::vector<Word>(lanes, 0)};
  bool requests = false;
  for (std::size_t i = trace.rounds()[round].first; i < trace.rounds()[round].end; ++i) {
    const trace::TraceAccess& line = trace.accesses()[i];
    if (line.warp / super_warp_ != super_warp) continue;
    for (std::uint32_t t = 0; t < width_; ++t) {
      if (trace.addresses(i)[t] == kInactive) continue;
      const std::uint32_t lane = line.warp % super_warp_ * width_ + t;
      access.op = line.op;
      access.address[lane] = trace.addresses(i)[t];
      access.data[lane] = written_token(round, std::uint64_t{line.warp} * width_ + t, threads_);
      requests = true;
    }
  }
  if (requests) todo_[super_warp].push_back(access);
}

bool LiteralOrder::anything_left() const {
  return std::any_of(todo_.begin(), todo_.end(), [](const auto& a) { return !a.empty(); });
}

/// A block's barrier opens when all accesses of the block before it are complete.
void LiteralOrder::open_barriers(std::uint64_t t) {
  const std::size_t of_block = todo_.size() / blocks_;
  for (std::uint32_t block = 0; block < blocks_; ++block) {
    std::uint64_t lowest = kInFlight;
    bool all_complete = true;
    for (std::size_t g = block * of_block; g < (block + 1) * of_block; ++g) {
      if (!todo_[g].empty()) lowest = std::min(lowest, todo_[g].front().barriers);
      all_complete = all_complete && complete_[g] < t;
    }
    if (lowest == kInFlight || lowest <= open_[block] || !all_complete) continue;
    open_[block] = lowest;
    if (blocks_ == 1) search_from_ = 0;
  }
}

std::optional<LiteralAccess> LiteralOrder::take(std::uint64_t t) {
  open_barriers(t);
  const auto super_warps = static_cast<std::uint32_t>(todo_.size());
  for (std::uint32_t i = 0; i < super_warps; ++i) {
    const std::uint32_t g = (search_from_ + i) % super_warps;
    if (todo_[g].empty() || complete_[g] >= t) continue;
    if (todo_[g].front().barriers > open_[g / (super_warps / blocks_)]) continue;
    LiteralAccess access = todo_[g].front();
    todo_[g].pop_front();
    complete_[g] = kInFlight;
    search_from_ = (g + 1) % super_warps;
    return access;
  }
  return std::nullopt;
}

std::vector<Word> literal_memory(const trace::Trace& trace) {
  std::vector<Word> memory;
  for (Address a = 0; a < trace.words(); ++a) memory.push_back(initial_token(a));
  return memory;
}

std::uint32_t literal_bank(const Machine& machine, Address address) {
  const bool shifted = machine.mapping == "random-shift";
  return (address + (shifted ? machine.key[address / machine.bank_count()] : 0)) % machine.bank_count();
}

}  // namespace superwarp::model
