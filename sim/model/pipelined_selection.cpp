// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "language/rpu.h"
#include "sim/model/selection.h"

namespace superwarp::model {
namespace {

/// Selects requests by matches that take several time units (docs/spec/streaming.md, "The pipelined
/// match").
class PipelinedSelection final : public Selection {
 public:
  PipelinedSelection(std::uint32_t width, const Streaming& streaming)
      : width_(width), streaming_(streaming), lane_(width), bank_(width) {}

  AllChosen select(const LaneWindows& windows) override;

 private:
  /// A request that may take part.
  struct Entry {
    std::uint64_t number = 0;  ///< counts the lane's requests
    bool engaged = false;      ///< chosen, or proposed in this time unit
  };
  /// A lane's requests in order of arrival, without one that has just arrived.
  struct Lane {
    std::vector<Entry> entry;
    std::uint64_t next = 0;  ///< the next request's number
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
    std::uint64_t number = 0;
    bool leads = false;
  };
  struct Match {
    std::vector<bool> taken;                    ///< by bank
    std::vector<std::optional<Choice>> choice;  ///< by lane
  };
  /// A bank in the current pass.
  struct Bank {
    std::uint32_t leader = 0;
    std::uint32_t access = 0;
    bool urgent = false;
    bool wanted = false;
  };

  void propose(const LaneWindows& windows, std::size_t match);
  void choose(std::size_t match);
  void serve();
  void take_in(const LaneWindows& windows);

  std::uint32_t width_;
  Streaming streaming_;
  std::uint32_t turn_ = 0;   ///< the lane whose turn it is
  std::deque<Match> match_;  ///< oldest first; the front is served in this time unit
  std::vector<Lane> lane_;
  std::vector<Bank> bank_;
  std::vector<std::vector<Proposal>> proposal_;  ///< of every match, in cyclic order from the turn
  std::vector<Chosen> chosen_;
};

AllChosen PipelinedSelection::select(const LaneWindows& windows) {
  while (match_.size() <= streaming_.passes)
    match_.push_back({std::vector<bool>(width_), std::vector<std::optional<Choice>>(width_)});
  const bool fullest = streaming_.priority == Priority::kFullest;
  for (std::uint32_t lane = 0; lane < width_; ++lane)
    lane_[lane].urgent = lane == turn_ || (fullest && windows.count(lane) + 1 >= streaming_.depth);
  // The passes of a time unit are simultaneous: all propose before any chooses.
  proposal_.assign(match_.size(), {});
  for (std::size_t match = 1; match < match_.size(); ++match) propose(windows, match);
  for (std::size_t match = 1; match < match_.size(); ++match) choose(match);
  serve();
  take_in(windows);
  turn_ = (turn_ + 1) % width_;
  return {chosen_.data(), chosen_.data() + chosen_.size()};
}

/// Every lane without a choice in the match proposes its oldest possible request. Older matches
/// propose first.
void PipelinedSelection::propose(const LaneWindows& windows, std::size_t match) {
  for (std::uint32_t i = 0; i < width_; ++i) {
    const std::uint32_t lane = (turn_ + i) % width_;
    if (match_[match].choice[lane]) continue;
    for (std::uint32_t older = 0; older < lane_[lane].entry.size(); ++older) {
      Entry& entry = lane_[lane].entry[older];
      const Request& request = windows.request(Place::of(lane, older));
      if (entry.engaged || match_[match].taken[request.bank]) continue;
      entry.engaged = true;
      proposal_[match].push_back({lane, older, request.bank, request.key.code});
      break;
    }
  }
}

/// One lane leads each requested bank; all proposals with its word are chosen.
void PipelinedSelection::choose(std::size_t match) {
  for (Bank& bank : bank_) bank.wanted = false;
  for (const Proposal& proposal : proposal_[match]) {
    Bank& bank = bank_[proposal.bank];
    const bool urgent = lane_[proposal.lane].urgent;
    if (!bank.wanted || (urgent && !bank.urgent))
      bank = {proposal.lane, proposal.access, urgent, true};
  }
  for (const Proposal& proposal : proposal_[match]) {
    const Bank& bank = bank_[proposal.bank];
    match_[match].taken[proposal.bank] = true;
    Entry& entry = lane_[proposal.lane].entry[proposal.older];
    entry.engaged = proposal.access == bank.access;
    if (entry.engaged)
      match_[match].choice[proposal.lane] = {entry.number, bank.leader == proposal.lane};
  }
}

/// Serves the choices of the oldest match.
void PipelinedSelection::serve() {
  chosen_.clear();
  for (std::uint32_t lane = 0; lane < width_; ++lane) {
    const std::optional<Choice>& choice = match_.front().choice[lane];
    if (!choice) continue;
    std::vector<Entry>& entry = lane_[lane].entry;
    const auto served = std::find_if(
        entry.begin(), entry.end(), [&](const Entry& one) { return one.number == choice->number; });
    const auto older = static_cast<std::uint32_t>(served - entry.begin());
    chosen_.emplace_back(Place::of(lane, older), choice->leads ? 1 : 0);
    entry.erase(served);
  }
  match_.pop_front();
}

/// Requests that arrived in this time unit take part from the next one on.
void PipelinedSelection::take_in(const LaneWindows& windows) {
  std::vector<std::uint32_t> served(width_);
  for (const Chosen& chosen : chosen_) served[chosen.place().lane()] = 1;
  for (std::uint32_t lane = 0; lane < width_; ++lane) {
    Lane& known = lane_[lane];
    while (known.entry.size() + served[lane] < windows.count(lane))
      known.entry.push_back({known.next++, false});
  }
}

}  // namespace

std::unique_ptr<Selection> make_pipelined_selection(std::uint32_t width, const Streaming& options) {
  return std::make_unique<PipelinedSelection>(width, options);
}

}  // namespace superwarp::model
