// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "language/machine.h"
#include "sim/model/selection.h"

namespace superwarp::model {
namespace {

/// Selects requests by matches that take several time units (docs/spec/streaming.md, "The pipelined
/// match").
class PipelinedSelection final : public Selection {
 public:
  explicit PipelinedSelection(const Machine& machine)
      : width_(machine.width),
        fullest_(machine.streaming.priority == Priority::kFullest),
        full_(machine.streaming.depth - 1),
        match_(machine.streaming.passes + 1, Match(width_, machine.bank_count())),
        lane_(width_),
        bank_(machine.bank_count()),
        proposal_(std::size_t{width_} * match_.size()),
        chosen_(width_) {}

  AllChosen select(const LaneWindows& windows) override;

 private:
  /// A lane's requests, as bits: the oldest is bit 0.
  struct Lane {
    std::uint32_t known = 0;    ///< all but those that have just arrived
    std::uint32_t engaged = 0;  ///< chosen, or proposed in this time unit
    bool urgent = false;
  };
  struct Proposal {
    std::uint32_t lane = 0;
    std::uint32_t older = 0;
    std::uint32_t bank = 0;
    std::uint32_t access = 0;
  };
  /// A lane's request in a match.
  struct Choice {
    std::uint8_t older = kNone;  ///< number of the lane's older requests
    bool leads = false;
  };
  struct Match {
    Match(std::uint32_t width, std::uint32_t banks) : taken(banks), choice(width) {}
    std::vector<std::uint8_t> taken;  ///< by bank
    std::vector<Choice> choice;       ///< by lane
  };
  /// A bank in the current pass.
  struct Bank {
    std::uint32_t leader = 0;
    std::uint32_t access = 0;
    bool urgent = false;
    bool wanted = false;
  };
  static constexpr std::uint8_t kNone = 0xff;

  void propose(const LaneWindows& windows);
  void choose();
  void serve();
  void take_in(const LaneWindows& windows);

  std::uint32_t width_;
  bool fullest_;
  std::uint32_t full_;        ///< requests with which a lane is urgent, if it is by fullness
  std::uint32_t turn_ = 0;    ///< the lane whose turn it is
  std::vector<Match> match_;  ///< oldest first; the front is served in this time unit
  std::vector<Lane> lane_;
  std::vector<Bank> bank_;
  std::vector<Proposal> proposal_;  ///< of all matches, of each in cyclic order from the turn
  std::vector<std::size_t> end_;    ///< of every match's proposals but the first's, which has none
  std::vector<Chosen> chosen_;
  std::size_t served_ = 0;
};

AllChosen PipelinedSelection::select(const LaneWindows& windows) {
  for (std::uint32_t lane = 0; lane < width_; ++lane)
    lane_[lane].urgent = lane == turn_ || (fullest_ && windows.count(lane) >= full_);
  // The passes of a time unit are simultaneous: all propose before any chooses.
  propose(windows);
  choose();
  serve();
  take_in(windows);
  turn_ = turn_ + 1 == width_ ? 0 : turn_ + 1;
  return {chosen_.data(), chosen_.data() + served_};
}

/// In every match every lane without a choice proposes its oldest possible request. Older matches
/// propose first.
void PipelinedSelection::propose(const LaneWindows& windows) {
  end_.clear();
  std::size_t proposals = 0;
  for (std::size_t n = 1; n < match_.size(); ++n) {
    const Match& match = match_[n];
    for (std::uint32_t i = 0; i < width_; ++i) {
      const std::uint32_t lane = turn_ + i < width_ ? turn_ + i : turn_ + i - width_;
      if (match.choice[lane].older != kNone) continue;
      for (std::uint32_t may = lane_[lane].known & ~lane_[lane].engaged; may != 0; may &= may - 1) {
        const auto older = static_cast<std::uint32_t>(__builtin_ctz(may));
        const Request& request = windows.request(Place::of(lane, older));
        if (match.taken[request.bank] != 0) continue;
        lane_[lane].engaged |= may & -may;
        proposal_[proposals++] = {lane, older, request.bank, request.key.code};
        break;
      }
    }
    end_.push_back(proposals);
  }
}

/// One lane leads each requested bank; all proposals with its word are chosen.
void PipelinedSelection::choose() {
  std::size_t first = 0;
  for (std::size_t n = 1; n < match_.size(); ++n) {
    const Proposal* const begin = proposal_.data() + first;
    const Proposal* const end = proposal_.data() + end_[n - 1];
    first = end_[n - 1];
    std::fill(bank_.begin(), bank_.end(), Bank());
    for (const Proposal* one = begin; one != end; ++one) {
      Bank& bank = bank_[one->bank];
      const bool urgent = lane_[one->lane].urgent;
      if (!bank.wanted || (urgent && !bank.urgent)) bank = {one->lane, one->access, urgent, true};
    }
    for (const Proposal* one = begin; one != end; ++one) {
      const Bank& bank = bank_[one->bank];
      match_[n].taken[one->bank] = 1;
      if (one->access == bank.access) {
        match_[n].choice[one->lane] = {static_cast<std::uint8_t>(one->older),
                                       bank.leader == one->lane};
      } else {
        lane_[one->lane].engaged &= ~(1U << one->older);
      }
    }
  }
}

/// Serves the choices of the oldest match. Younger requests of their lanes move up.
void PipelinedSelection::serve() {
  served_ = 0;
  Match& oldest = match_.front();
  for (std::uint32_t lane = 0; lane < width_; ++lane) {
    const Choice choice = oldest.choice[lane];
    if (choice.older == kNone) continue;
    chosen_[served_++] = Chosen(Place::of(lane, choice.older), choice.leads ? 1 : 0);
    const std::uint32_t before = (1U << choice.older) - 1;
    const auto without = [before](std::uint32_t requests) {
      return (requests & before) | ((requests >> 1U) & ~before);
    };
    lane_[lane].known = without(lane_[lane].known);
    lane_[lane].engaged = without(lane_[lane].engaged);
    for (std::size_t n = 1; n < match_.size(); ++n) {
      Choice& other = match_[n].choice[lane];
      if (other.older != kNone && other.older > choice.older) --other.older;
    }
  }
  std::fill(oldest.taken.begin(), oldest.taken.end(), std::uint8_t{0});
  std::fill(oldest.choice.begin(), oldest.choice.end(), Choice());
  std::rotate(match_.begin(), match_.begin() + 1, match_.end());
}

/// Requests that arrived in this time unit take part from the next one on.
void PipelinedSelection::take_in(const LaneWindows& windows) {
  for (std::uint32_t lane = 0; lane < width_; ++lane)
    lane_[lane].known = (1U << windows.count(lane)) - 1;
  for (std::size_t n = 0; n < served_; ++n) lane_[chosen_[n].place().lane()].known >>= 1U;
}

}  // namespace

std::unique_ptr<Selection> make_pipelined_selection(const Machine& machine) {
  return std::make_unique<PipelinedSelection>(machine);
}

}  // namespace superwarp::model
