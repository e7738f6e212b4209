// SPDX-License-Identifier: Apache-2.0
#include "tb/listeners.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/machine/machine.h"

namespace superwarp::tb {

Listeners::Listeners(const std::vector<LawfulChecker*>& lawful, const Machine& machine,
                     const BenchOptions& options)
    : records_(options.record) {
  if (options.reference != nullptr) timed_.emplace(machine, *options.reference);
  if (lawful.size() > 1) busy_.memory.resize(lawful.size());
  for (std::uint32_t number = 0; number < lawful.size(); ++number) {
    const Machine alone = memory_of(machine, number);
    memories_.push_back({lawful[number], {}});
    patience_ = std::max(patience_, std::uint64_t{alone.latency} + alone.lanes() + 16);
  }
}

void Listeners::hear(const TimeUnitView& now, BenchState state) {
  if (disagreement_) return;
  last_ = state.last;
  memories_[at_].statistics.count(now);
  if (!busy_.memory.empty()) count_busy(now);
  if (records_) record(now);
  disagreement_ = judge(now, state);
  at_ = at_ + 1 == memories_.size() ? 0 : at_ + 1;
}

std::optional<Disagreement> Listeners::judge(const TimeUnitView& now, BenchState state) {
  std::optional<Disagreement> wrong = memories_[at_].lawful->check(now);
  if (!wrong && timed_) wrong = timed_->check(now);
  if (!wrong && state.assertion_failed != 0)
    wrong = Disagreement{Clause::kAssertion, now.time, 0, "an assertion of the RTL failed"};
  if (!wrong && state.expected > patience_ && is_silent()) {
    wrong = Disagreement{
        Clause::kSilent, now.time, 0,
        fmt::format("time unit {}: the RTL has not answered for {} cycles", now.time, patience_)};
  }
  return wrong;
}

bool Listeners::is_silent() const {
  return std::all_of(memories_.begin(), memories_.end(), [this](const Memory& memory) {
    return memory.statistics.quiet() > patience_;
  });
}

/// Only with several memories, the last of which is the global one.
void Listeners::count_busy(const TimeUnitView& now) {
  const bool busy = !now.events.empty();
  if (busy) ++busy_.memory[now.memory];
  if (at_ + 1 < memories_.size()) {
    shared_busy_ = shared_busy_ || busy;
    return;
  }
  if (shared_busy_ && !busy) ++busy_.shared_alone;
  shared_busy_ = false;
}

void Listeners::record(const TimeUnitView& now) {
  if (!now.events.empty()) recording_.units.push_back(now.kept());
  for (const DispatchId id : now.accepted) {
    if (recording_.accepted.size() <= id) recording_.accepted.resize(std::size_t{id} + 1);
    recording_.accepted[id] = now.time;
  }
}

void Listeners::hear(DispatchId id, const Dispatch& dispatch, BenchState state) {
  if (disagreement_) return;
  last_ = state.last;
  std::uint32_t requests = 0;  // as wide as an address, for vectorised code
  for (const Address address : dispatch.address) requests += address != kInactive ? 1 : 0;
  requests_ += requests;
  memories_[dispatch.memory].lawful->offered(id, dispatch);
  if (records_) recording_.dispatches.push_back(dispatch);
  if (timed_) disagreement_ = timed_->offered(id, dispatch);
}

void Listeners::hear_end(BenchState state, const std::optional<Disagreement>& found) {
  if (disagreement_) return;
  last_ = state.last;
  disagreement_ = found;
  for (const Memory& memory : memories_) {
    if (!disagreement_) disagreement_ = memory.lawful->finish();
  }
  if (!disagreement_ && timed_) disagreement_ = timed_->finish();
}

BenchResult Listeners::result() {
  BenchResult result;
  result.time_units = last_;
  for (const Memory& memory : memories_) {
    const Statistics& statistics = memory.statistics;
    result.time_units = std::max(result.time_units, statistics.time_units());
    result.slots += statistics.slots();
    result.max_congestion = std::max(result.max_congestion, statistics.max_congestion());
    result.dispatches += statistics.dispatches();
    result.cycles = statistics.cycles();
  }
  result.requests = requests_;
  result.busy = busy_;
  result.recording = std::move(recording_);
  result.disagreement = disagreement_;
  return result;
}

}  // namespace superwarp::tb
