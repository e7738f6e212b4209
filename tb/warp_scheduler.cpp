#include "tb/warp_scheduler.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::tb {
namespace {

bool test(const std::vector<std::uint64_t>& bits, std::uint32_t i) {
  return ((bits[i / 64] >> (i % 64)) & 1U) != 0;
}
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
      waiting_(threads_.super_warps() / 64 + 1) {
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

std::optional<std::string> WarpScheduler::take_response(const sysc::RtlOutputs& outputs) {
  const std::uint32_t g = outputs.response_tag;
  if (g >= threads_.super_warps() || !test(waiting_, g)) {
    return fmt::format("the RTL answers super warp {}, which has no access under way", g);
  }
  if (!outputs.response_write) {
    const auto lanes = static_cast<std::uint32_t>(current_.address.size());
    for (std::uint32_t word = 0; word * 32 < lanes; ++word) {
      for (std::uint32_t left = outputs.response_served[word]; left != 0; left &= left - 1) {
        const std::uint32_t lane = word * 32 + static_cast<std::uint32_t>(__builtin_ctz(left));
        threads_.deliver(g, lane, outputs.response_data[lane]);
      }
    }
  }
  if (outputs.response_last) {
    clear(waiting_, g);
    --under_way_;
    threads_.complete(g);
    settle(g);
  }
  return std::nullopt;
}

std::optional<std::string> WarpScheduler::step(sysc::RtlUnit& unit) {
  const sysc::RtlOutputs& outputs = unit.outputs();
  if (outputs.response_valid) {
    if (auto wrong = take_response(outputs)) return wrong;
  }
  unit.idle();
  if (!outputs.dispatch_ready || running_ == 0) return std::nullopt;
  std::optional<std::uint32_t> next = next_eligible();
  if (!next && under_way_ == 0) {
    open_next_phase();
    next = next_eligible();
  }
  if (!next) return std::nullopt;

  threads_.dispatch(*next, current_);
  unit.drive(current_);
  clear(eligible_, *next);
  set(waiting_, *next);
  --running_;
  ++under_way_;
  search_from_ = (*next + 1) % threads_.super_warps();
  requests_ +=
      current_.address.size() - static_cast<std::size_t>(std::count(
                                    current_.address.begin(), current_.address.end(), kInactive));
  return std::nullopt;
}

}  // namespace superwarp::tb
