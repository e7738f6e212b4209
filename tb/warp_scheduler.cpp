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
    : threads_(program, machine),
      eligible_(threads_.super_warps() / 64 + 1),
      phase_(threads_.blocks()) {
  const std::uint32_t of_block = threads_.super_warps() / threads_.blocks();
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) settle(g);
  for (std::uint32_t block = 0; block < threads_.blocks(); ++block) {
    phase_[block].first = block * of_block;
    phase_[block].end = phase_[block].first + of_block;
    if (phase_[block].ahead == 0) open_next(phase_[block]);
  }
}

/// Super warp g has no access under way: find its next one and where it stands.
void WarpScheduler::settle(std::uint32_t g) {
  if (!threads_.prepare(g)) return;
  ++running_;
  Phase& phase = phase_[threads_.block_of(g)];
  if (threads_.barriers_ahead(g) != phase.barriers) return;
  ++phase.ahead;
  set(eligible_, g);
}

/// Nothing of the block is ahead of its barrier: it opens. Where there is one block the search
/// starts from super warp 0 again; with several it goes on among those of the others.
void WarpScheduler::open_next(Phase& phase) {
  phase.barriers = Threads::kFinished;
  for (std::uint32_t g = phase.first; g < phase.end; ++g)
    phase.barriers = std::min(phase.barriers, threads_.barriers_ahead(g));
  if (phase.barriers == Threads::kFinished) return;
  for (std::uint32_t g = phase.first; g < phase.end; ++g) {
    if (threads_.barriers_ahead(g) != phase.barriers) continue;
    ++phase.ahead;
    set(eligible_, g);
  }
  if (phase_.size() == 1) search_from_ = 0;
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
  for (const Served& served : unit.served) {
    if (unit.events[served.event].op == Op::kWrite) continue;
    if (super_warp == nullptr || served.dispatch != known) {
      known = served.dispatch;
      super_warp = under_way_.find(known);
    }
    threads_.deliver(*super_warp, served.lane, served.word);
  }
  for (const DispatchId id : unit.completed) {
    const std::uint32_t complete = *under_way_.find(id);
    under_way_.end(id);
    threads_.complete(complete);
    settle(complete);
    Phase& phase = phase_[threads_.block_of(complete)];
    if (--phase.ahead == 0) open_next(phase);
  }
}

const Dispatch* WarpScheduler::next() {
  if (running_ == 0) return nullptr;
  const std::optional<std::uint32_t> next = next_eligible();
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
