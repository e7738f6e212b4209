// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_scheduler.h"

#include <algorithm>

namespace superwarp::tb {
namespace {

void set(std::vector<std::uint64_t>& bits, std::uint32_t i) {
  bits[i / 64] |= std::uint64_t{1} << (i % 64);
}
void clear(std::vector<std::uint64_t>& bits, std::uint32_t i) {
  bits[i / 64] &= ~(std::uint64_t{1} << (i % 64));
}

}  // namespace

WarpScheduler::WarpScheduler(const Program& program, const Machine& machine)
    : threads_(program, machine), eligible_(threads_.super_warps() / 64 + 1) {
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) settle(g);
}

/// Super warp g has no access under way: find its next one and where it stands.
void WarpScheduler::settle(std::uint32_t g) {
  if (!threads_.prepare(g)) return;
  ++running_;
  if (threads_.barriers_ahead(g) == phase_) set(eligible_, g);
}

/// Nothing is under way and nobody may go on: the barrier opens, and the search starts from warp 0
/// again.
void WarpScheduler::open_next_phase() {
  phase_ = Threads::kFinished;
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) {
    phase_ = std::min(phase_, threads_.barriers_ahead(g));
  }
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) {
    if (threads_.barriers_ahead(g) == phase_) set(eligible_, g);
  }
  search_from_ = 0;
}

std::optional<std::uint32_t> WarpScheduler::next_eligible() const {
  const std::size_t words = eligible_.size();
  const std::size_t first = search_from_ / 64;
  const std::uint64_t from_here = ~std::uint64_t{0} << (search_from_ % 64);
  for (std::size_t i = 0; i <= words; ++i) {
    std::uint64_t candidates = eligible_[(first + i) % words];
    if (i == 0) candidates &= from_here;
    if (i == words) candidates &= ~from_here;
    if (candidates != 0) {
      return static_cast<std::uint32_t>((first + i) % words * 64) +
             static_cast<std::uint32_t>(__builtin_ctzll(candidates));
    }
  }
  return std::nullopt;
}

void WarpScheduler::take(const TimeUnit& unit) {
  const std::uint32_t* super_warp = nullptr;
  DispatchId known = 0;
  for (const BankEvent& event : unit.events) {
    if (event.op == Op::kWrite) continue;
    for (const Served& served : ServedBy(unit, event)) {
      if (super_warp == nullptr || served.dispatch != known) {
        known = served.dispatch;
        super_warp = under_way_.find(known);
      }
      threads_.deliver(*super_warp, served.lane, served.word);
    }
  }
  for (const DispatchId id : unit.completed) {
    const std::uint32_t complete = *under_way_.find(id);
    under_way_.end(id);
    threads_.complete(complete);
    settle(complete);
  }
}

const Dispatch* WarpScheduler::next() {
  if (running_ == 0) return nullptr;
  std::optional<std::uint32_t> next = next_eligible();
  if (!next && under_way_.count() == 0) {
    open_next_phase();
    next = next_eligible();
  }
  if (!next) return nullptr;
  threads_.dispatch(*next, current_);
  under_way_.begin(next_id_++) = *next;
  clear(eligible_, *next);
  --running_;
  search_from_ = (*next + 1) % threads_.super_warps();
  requests_ +=
      current_.address.size() - static_cast<std::size_t>(std::count(
                                    current_.address.begin(), current_.address.end(), kInactive));
  return &current_;
}

}  // namespace superwarp::tb
