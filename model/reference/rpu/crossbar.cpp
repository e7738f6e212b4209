// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "model/reference/rpu/rpu.h"

namespace superwarp::model {
namespace {

/// Every bank serves one of the FIFO heads that request it (docs/spec/crossbar.md, "Who is served
/// by a crossbar").
class CrossbarSelection final : public Selection {
 public:
  explicit CrossbarSelection(const Machine& machine)
      : width_(machine.width),
        round_robin_(machine.streaming.priority == Priority::kRoundRobin),
        bank_(machine.bank_count()) {}

  AllChosen select(const LaneWindows& windows) override {
    ++time_;
    wanted_.clear();
    for (std::uint32_t lane = 0; lane < width_; ++lane) {
      if (windows.count(lane) == 0) continue;
      const std::uint32_t wants = windows.request(Place::of(lane, 0)).bank;
      Bank& bank = bank_[wants];
      const std::uint32_t behind = (lane + width_ - bank.next) % width_;
      if (bank.decided != time_) {
        wanted_.push_back(wants);
      } else if (behind > bank.behind) {
        continue;
      }
      bank.decided = time_;
      bank.winner = lane;
      bank.behind = behind;
    }
    chosen_.clear();
    for (const std::uint32_t number : wanted_) {
      Bank& bank = bank_[number];
      chosen_.emplace_back(Place::of(bank.winner, 0), 1);
      if (round_robin_) bank.next = (bank.winner + 1) % width_;
    }
    return {chosen_.data(), chosen_.data() + chosen_.size()};
  }

 private:
  struct Bank {
    std::uint32_t next = 0;     ///< lane with the highest priority
    std::uint64_t decided = 0;  ///< the time unit of the last request
    std::uint32_t winner = 0;   ///< of that time unit, so far
    std::uint32_t behind = 0;   ///< cyclic distance from `next` to the winner
  };

  std::uint32_t width_;
  bool round_robin_;
  std::vector<Bank> bank_;
  std::uint64_t time_ = 0;             ///< time units with a waiting request
  std::vector<std::uint32_t> wanted_;  ///< banks of heads, in this time unit
  std::vector<Chosen> chosen_;
};

}  // namespace

std::vector<RpuInfo> rpu_crossbar() {
  const RpuOption priority =
      priorities("RoundRobin", {"round-robin", Priority::kRoundRobin, 1}, {"fixed", Priority::kFixed, 0});
  const std::vector<RpuOption> options = {depth(), priority};
  return {{Rpu::kCrossbar, "crossbar",
           "what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no merging", "crossbar",
           "FIFOs", "Q", "x", options, 0, select_by<CrossbarSelection>}};
}

}  // namespace superwarp::model
