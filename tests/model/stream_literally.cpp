// SPDX-License-Identifier: Apache-2.0

#include <deque>
#include <limits>

#include "model/machine/rpu_info.h"
#include "tests/model/literal_models.h"

namespace superwarp::model {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct Waiting {
  std::size_t dispatch = 0;
  Address address = 0;
  Op op = Op::kRead;
  std::uint64_t in_window = kNever;  ///< pipelined: first time unit in the window, not the queue
  std::uint64_t chosen = 0;          ///< time unit of the match that chose it; 0: none
  bool leads = false;                ///< leads its bank in that match
};

class Overlapping {
 public:
  Overlapping(const InBlocks& blocks, const Machine& machine)
      : machine_(machine),
        threads_(std::uint64_t{blocks.count} * blocks.warps * machine.width),
        order_(blocks, machine),
        places_(machine.streaming.depth + option("queue")),
        store_(option("store")),
        later_(static_cast<Later>(option("later"))),
        window_(machine.width),
        next_(machine.bank_count(), 0) {
    run_.memory = literal_memory(blocks.trace);
  }

  LiteralRun run() {
    for (std::uint64_t t = 0; anything_waits() || order_.anything_left(); ++t) {
      const bool ready = is_ready(t);
      if (anything_waits()) serve_time_unit(t);
      if (ready) accept(t);
    }
    return std::move(run_);
  }

 private:
  /// 0 if the RPU has no such option.
  [[nodiscard]] std::uint32_t option(const char* name) const {
    const bool has = rpu_info(machine_.rpu).option(name) != nullptr;
    return has ? rpu_value(machine_.rpu, machine_.streaming, name) : 0;
  }

  void serve_time_unit(std::uint64_t t) {
    if (machine_.rpu == Rpu::kPipelined) {
      if (serve_match(t)) ++run_.slots;
      pass_of_every_match(t);
      return;
    }
    ++run_.slots;
    machine_.rpu == Rpu::kCrossbar ? serve_heads(t) : serve(t);
  }

  [[nodiscard]] bool anything_waits() const {
    return std::any_of(window_.begin(), window_.end(), [](const auto& w) { return !w.empty(); });
  }

  /// At the beginning of a time unit.
  [[nodiscard]] bool is_ready(std::uint64_t t) const {
    std::set<std::size_t> dispatches;
    for (const auto& window : window_) {
      const bool one_served =
          std::any_of(window.begin(), window.end(), [t](const Waiting& w) { return t > 0 && w.chosen == t; });
      if (window.size() >= places_ && !one_served) return false;
      const auto writes =
          std::count_if(window.begin(), window.end(), [](const Waiting& w) { return w.op == Op::kWrite; });
      const bool write_served = std::any_of(
          window.begin(), window.end(), [t](const Waiting& w) { return t > 0 && w.chosen == t && w.op == Op::kWrite; });
      if (store_ > 0 && writes >= store_ && !write_served) return false;
      for (const Waiting& waiting : window) dispatches.insert(waiting.dispatch);
    }
    return dispatches.size() < 2 * places_;
  }

  void accept(std::uint64_t t) {
    const auto access = order_.take(t + 1);
    if (!access) return;
    for (std::uint32_t lane = 0; lane < machine_.width; ++lane) {
      if (access->address[lane] == kInactive) continue;
      window_[lane].push_back({run_.dispatches.size(), access->address[lane], access->op});
    }
    run_.dispatches.push_back({access->super_warp, access->round, t + 1, 0,
                               std::vector<std::uint32_t>(machine_.width, 0), std::vector<Word>(machine_.width, 0)});
  }

  [[nodiscard]] std::uint32_t bank(Address a) const { return literal_bank(machine_, a); }

  /// The lanes with precedence, by the windows at the beginning of the time unit.
  [[nodiscard]] std::set<std::uint32_t> urgent_lanes() const {
    std::set<std::uint32_t> urgent = {turn_};
    for (std::uint32_t lane = 0; lane < machine_.width; ++lane) {
      const bool nearly_full = places_ - window_[lane].size() <= 1;
      if (machine_.streaming.priority == Priority::kFullest && nearly_full) urgent.insert(lane);
    }
    return urgent;
  }

  void serve(std::uint64_t t) {
    const std::set<std::uint32_t> urgent = urgent_lanes();
    std::set<std::uint32_t> taken;
    std::set<std::uint32_t> served;
    for (std::uint32_t pass = 0; pass < machine_.streaming.passes; ++pass) {
      std::map<std::uint32_t, std::size_t> proposal;              // by lane: which of its window
      std::map<std::uint32_t, std::vector<std::uint32_t>> lanes;  // that propose, by bank
      for (std::uint32_t lane = 0; lane < machine_.width; ++lane) {
        if (served.count(lane) > 0) continue;
        for (std::size_t i = 0; i < window_[lane].size(); ++i) {
          if (taken.count(bank(window_[lane][i].address)) > 0) continue;
          proposal[lane] = i;
          lanes[bank(window_[lane][i].address)].push_back(lane);
          break;
        }
      }
      for (const auto& [bank, proposers] : lanes) {
        const std::uint32_t leader = leader_of(proposers, urgent);
        const Waiting wanted = window_[leader][proposal[leader]];
        access(wanted, leader);
        for (const std::uint32_t lane : proposers) {
          const auto place = window_[lane].begin() + static_cast<std::ptrdiff_t>(proposal[lane]);
          if (place->address != wanted.address || place->op != wanted.op) continue;
          finish(*place, lane, t);
          window_[lane].erase(place);
          served.insert(lane);
        }
        taken.insert(bank);
      }
    }
    turn_ = (turn_ + 1) % machine_.width;
  }

  /// Serves the requests chosen for the match of time unit t. `urgent_` is that of the windows
  /// before.
  bool serve_match(std::uint64_t t) {
    urgent_ = urgent_lanes();
    for (auto& window : window_) {
      for (std::size_t i = 0; i < std::min<std::size_t>(window.size(), machine_.streaming.depth); ++i)
        window[i].in_window = std::min(window[i].in_window, t);
    }
    bool any = false;
    for (std::uint32_t lane = 0; lane < machine_.width; ++lane) {
      const auto place =
          std::find_if(window_[lane].begin(), window_[lane].end(), [t](const Waiting& w) { return w.chosen == t; });
      if (place == window_[lane].end()) continue;
      if (place->leads) access(*place, lane);
      finish(*place, lane, t);
      window_[lane].erase(place);
      any = true;
    }
    taken_.erase(t);
    return any;
  }

  void pass_of_every_match(std::uint64_t t) {
    std::set<std::pair<std::uint32_t, std::size_t>> proposed;                // lane, and which of its window
    std::map<std::uint64_t, std::map<std::uint32_t, std::size_t>> proposal;  // by match and lane
    const std::uint64_t in_first_pass = t + machine_.streaming.passes;
    for (std::uint64_t match = t + 1; match <= in_first_pass; ++match) {
      for (std::uint32_t lane = 0; lane < machine_.width; ++lane) {
        const auto& window = window_[lane];
        if (std::any_of(window.begin(), window.end(), [&](const Waiting& w) { return w.chosen == match; })) continue;
        std::vector<std::size_t> may;
        for (std::size_t i = 0; i < window.size(); ++i) {
          if (window[i].chosen != 0 || window[i].in_window >= t) continue;
          if (proposed.count({lane, i}) > 0) continue;
          if (taken_[match].count(bank(window[i].address)) > 0) continue;
          may.push_back(i);
        }
        if (may.empty()) continue;
        const bool youngest = later_ == Later::kYoungest && match != in_first_pass;
        proposal[match][lane] = youngest ? may.back() : may.front();
        proposed.insert({lane, proposal[match][lane]});
      }
    }
    for (const auto& [match, of_lane] : proposal) {
      std::map<std::uint32_t, std::vector<std::uint32_t>> lanes;  // that propose, by bank
      for (const auto& [lane, i] : of_lane) lanes[bank(window_[lane][i].address)].push_back(lane);
      for (const auto& [bank, proposers] : lanes) {
        const std::uint32_t leader = leader_of(proposers, urgent_);
        const Waiting wanted = window_[leader][of_lane.at(leader)];
        for (const std::uint32_t lane : proposers) {
          Waiting& request = window_[lane][of_lane.at(lane)];
          if (request.address != wanted.address || request.op != wanted.op) continue;
          if (later_ != Later::kOldest && match != in_first_pass && lane != leader) continue;
          request.chosen = match;
          request.leads = lane == leader;
        }
        taken_[match].insert(bank);
      }
    }
    turn_ = (turn_ + 1) % machine_.width;
  }

  void serve_heads(std::uint64_t t) {
    std::map<std::uint32_t, std::set<std::uint32_t>> lanes;  // whose heads want a bank
    for (std::uint32_t lane = 0; lane < machine_.width; ++lane) {
      if (!window_[lane].empty()) lanes[bank(window_[lane].front().address)].insert(lane);
    }
    for (const auto& [bank, wanting] : lanes) {
      std::uint32_t winner = *wanting.begin();
      if (machine_.streaming.priority == Priority::kRoundRobin) {
        const auto behind = wanting.lower_bound(next_[bank]);
        if (behind != wanting.end()) winner = *behind;
        next_[bank] = winner + 1;  // w acts like 0: no lane follows
      }
      const Waiting head = window_[winner].front();
      access(head, winner);
      finish(head, winner, t);
      window_[winner].pop_front();
    }
  }

  [[nodiscard]] std::uint32_t leader_of(const std::vector<std::uint32_t>& proposers,
                                        const std::set<std::uint32_t>& urgent) const {
    for (const bool urgent_ones : {true, false}) {
      for (std::uint32_t i = 0; i < machine_.width; ++i) {
        const std::uint32_t lane = (turn_ + i) % machine_.width;
        if (urgent_ones && urgent.count(lane) == 0) continue;
        if (std::count(proposers.begin(), proposers.end(), lane) > 0) return lane;
      }
    }
    return proposers.front();
  }

  /// The bank's access for the leader.
  void access(const Waiting& wanted, std::uint32_t leader) {
    if (wanted.op == Op::kRead) return;
    const LiteralDispatch& dispatch = run_.dispatches[wanted.dispatch];
    const std::uint64_t thread = std::uint64_t{dispatch.super_warp} * machine_.width + leader;
    run_.memory[wanted.address] = written_token(dispatch.round, thread, threads_);
  }

  void finish(const Waiting& waiting, std::uint32_t lane, std::uint64_t t) {
    LiteralDispatch& dispatch = run_.dispatches[waiting.dispatch];
    dispatch.slot[lane] = static_cast<std::uint32_t>(t - dispatch.first_slot);
    if (waiting.op == Op::kRead) dispatch.word[lane] = run_.memory[waiting.address];
    std::size_t left = 0;
    for (const auto& window : window_) {
      for (const Waiting& other : window) left += other.dispatch == waiting.dispatch ? 1 : 0;
    }
    if (left > 1) return;  // besides this one
    dispatch.congestion = static_cast<std::uint32_t>(t - dispatch.first_slot) + 1;
    order_.complete(dispatch.super_warp, t + machine_.latency - 1);
    run_.time_units = std::max(run_.time_units, t + machine_.latency - 1);
  }

  const Machine& machine_;
  std::uint64_t threads_;
  LiteralRun run_;
  LiteralOrder order_;
  std::size_t places_;  ///< of a lane's window and the queue behind it
  std::uint32_t store_;
  Later later_;
  std::vector<std::deque<Waiting>> window_;  ///< by lane, in order of arrival
  std::uint32_t turn_ = 0;
  std::vector<std::uint32_t> next_;                         ///< crossbar: by bank
  std::set<std::uint32_t> urgent_;                          ///< pipelined: lanes
  std::map<std::uint64_t, std::set<std::uint32_t>> taken_;  ///< pipelined: banks, by match
};

}  // namespace

LiteralRun stream_literally(const InBlocks& blocks, const Machine& machine) {
  return Overlapping(blocks, machine).run();
}

}  // namespace superwarp::model
