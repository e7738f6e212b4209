// SPDX-License-Identifier: Apache-2.0
#include "tests/model/slot_by_slot.h"

#include <algorithm>
#include <optional>

#include "language/machine.h"
#include "language/machine_info.h"

namespace superwarp::model {
namespace {

/// An access by a super warp, before and while it is served.
struct Access {
  std::uint64_t round = 0;
  std::uint64_t barriers = 0;  ///< ahead of it
  Op op = Op::kRead;
  std::vector<Address> address;
  std::vector<Word> data;
};

class Simulation {
 public:
  Simulation(const trace::Trace& trace, const Machine& machine) : machine_(machine) {
    for (Address a = 0; a < trace.words(); ++a) run_.memory.push_back(initial_token(a));
    const std::uint32_t super_warps = (trace.warps() + machine.super_warp - 1) / machine.super_warp;
    todo_.resize(super_warps);
    complete_.resize(super_warps, 0);
    std::uint64_t barriers = 0;
    for (std::uint64_t round = 0; round < trace.rounds().size(); ++round) {
      for (std::uint32_t g = 0; g < super_warps; ++g) collect(trace, round, barriers, g);
      if (trace.rounds()[round].barrier_after || machine.schedule == Schedule::kRounds) ++barriers;
    }
  }

  SlotBySlotRun run() {
    for (std::uint64_t t = 1;; ++t) {
      if (!serving_ && !anything_left()) break;
      if (!serving_) start_dispatch(t);
      if (serving_) serve_slot(t);
    }
    return std::move(run_);
  }

 private:
  /// Super warp g's access of a round, if it has one.
  void collect(const trace::Trace& trace, std::uint64_t round, std::uint64_t barriers,
               std::uint32_t g) {
    const std::uint32_t width = machine_.width;
    Access access{round, barriers, Op::kRead, std::vector<Address>(machine_.lanes(), kInactive),
                  std::vector<Word>(machine_.lanes(), 0)};
    bool requests = false;
    for (std::size_t i = trace.rounds()[round].first; i < trace.rounds()[round].end; ++i) {
      const trace::TraceAccess& line = trace.accesses()[i];
      if (line.warp / machine_.super_warp != g) continue;
      for (std::uint32_t t = 0; t < width; ++t) {
        if (trace.addresses(i)[t] == kInactive) continue;
        const std::uint32_t lane = line.warp % machine_.super_warp * width + t;
        access.op = line.op;
        access.address[lane] = trace.addresses(i)[t];
        access.data[lane] = written_token(round, std::uint64_t{line.warp} * width + t,
                                          std::uint64_t{trace.warps()} * width);
        requests = true;
      }
    }
    if (requests) todo_[g].push_back(access);
  }

  [[nodiscard]] bool anything_left() const {
    return std::any_of(todo_.begin(), todo_.end(),
                       [](const auto& accesses) { return !accesses.empty(); });
  }

  void start_dispatch(std::uint64_t t) {
    std::uint64_t lowest = ~std::uint64_t{0};
    for (const auto& accesses : todo_) {
      if (!accesses.empty()) lowest = std::min(lowest, accesses.front().barriers);
    }
    if (lowest > open_) {
      for (const std::uint64_t complete : complete_) {
        if (complete >= t) return;  // something ahead of the barrier is under way
      }
      open_ = lowest;
      search_from_ = 0;
    }
    const auto super_warps = static_cast<std::uint32_t>(todo_.size());
    for (std::uint32_t i = 0; i < super_warps; ++i) {
      const std::uint32_t g = (search_from_ + i) % super_warps;
      if (todo_[g].empty() || todo_[g].front().barriers != open_ || complete_[g] >= t) continue;
      serving_ = todo_[g].front();
      todo_[g].erase(todo_[g].begin());
      pending_.clear();
      for (const Address a : serving_->address) pending_.push_back(a != kInactive);
      run_.served.push_back({g, serving_->round, t, 0,
                             std::vector<std::uint32_t>(machine_.lanes(), 0),
                             std::vector<Word>(machine_.lanes(), 0)});
      search_from_ = (g + 1) % super_warps;
      return;
    }
  }

  [[nodiscard]] std::uint32_t bank(Address a) const {
    const std::uint32_t shift =
        machine_.mapping == "random-shift" ? machine_.key[a / machine_.width] : 0;
    return (a + shift) % machine_.width;
  }

  [[nodiscard]] std::optional<std::uint32_t> lowest_pending(
      std::optional<std::uint32_t> in_bank) const {
    for (std::uint32_t lane = 0; lane < machine_.lanes(); ++lane) {
      if (pending_[lane] && (!in_bank || bank(serving_->address[lane]) == *in_bank)) return lane;
    }
    return std::nullopt;
  }

  /// All pending requests that go with the leader.
  void follow(std::uint32_t leader, std::uint32_t words_per_unit) {
    const Address unit = serving_->address[leader] / words_per_unit;
    for (std::uint32_t lane = 0; lane < machine_.lanes(); ++lane) {
      if (pending_[lane] && serving_->address[lane] / words_per_unit == unit)
        in_slot_.push_back(lane);
    }
  }

  void serve_slot(std::uint64_t t) {
    Served& served = run_.served.back();
    in_slot_.clear();
    if (machine_info(machine_.kind).unified()) {
      follow(*lowest_pending(std::nullopt), machine_.width);
    } else if (machine_info(machine_.kind).slot == SlotServes::kBroadcast) {
      const std::uint32_t broadcast = *lowest_pending(std::nullopt);
      follow(broadcast, 1);
      for (std::uint32_t b = 0; b < machine_.width; ++b) {
        if (b == bank(serving_->address[broadcast])) continue;
        if (const auto alone = lowest_pending(b)) in_slot_.push_back(*alone);
      }
    } else {
      for (std::uint32_t b = 0; b < machine_.width; ++b) {
        if (const auto leader = lowest_pending(b)) follow(*leader, 1);
      }
    }
    std::vector<Address> written;
    std::sort(in_slot_.begin(), in_slot_.end());
    for (const std::uint32_t lane : in_slot_) {
      const Address a = serving_->address[lane];
      served.slot[lane] = served.congestion;
      pending_[lane] = false;
      if (serving_->op == Op::kRead) {
        served.word[lane] = run_.memory[a];
      } else if (std::find(written.begin(), written.end(), a) == written.end()) {
        run_.memory[a] = serving_->data[lane];  // the lowest thread's
        written.push_back(a);
      }
    }
    ++served.congestion;
    if (lowest_pending(std::nullopt)) return;
    complete_[served.super_warp] = t + machine_.latency - 1;
    run_.time_units = t + machine_.latency - 1;
    serving_.reset();
  }

  const Machine& machine_;
  SlotBySlotRun run_;
  std::vector<std::vector<Access>> todo_;  ///< by super warp
  std::vector<std::uint64_t> complete_;    ///< time unit at whose end its last request is complete
  std::uint64_t open_ = 0;                 ///< barriers passed
  std::uint32_t search_from_ = 0;
  std::optional<Access> serving_;
  std::vector<bool> pending_;
  std::vector<std::uint32_t> in_slot_;
};

}  // namespace

SlotBySlotRun simulate_slot_by_slot(const trace::Trace& trace, const Machine& machine) {
  return Simulation(trace, machine).run();
}

}  // namespace superwarp::model
