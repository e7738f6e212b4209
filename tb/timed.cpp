// SPDX-License-Identifier: Apache-2.0
#include "tb/timed.h"

#include <fmt/format.h>

namespace superwarp::tb {
namespace {

std::string place(const Dispatch& dispatch) {
  return fmt::format("super warp {}, round {} ({}{})", dispatch.super_warp, dispatch.round,
                     dispatch.op == Op::kRead ? "read" : "write",
                     dispatch.memory > 0 ? fmt::format(" in memory {}", dispatch.memory) : "");
}

bool same(const Dispatch& a, const Dispatch& b) {
  return a.super_warp == b.super_warp && a.round == b.round && a.op == b.op && a.memory == b.memory &&
         a.address == b.address;
}

}  // namespace

std::optional<Disagreement> TimedChecker::offered(DispatchId id, const Dispatch& dispatch) {
  Predicted& predicted = under_way_.begin(id);
  Expected& expected = predicted.expected;
  if (!reference_.next(expected)) {
    return Disagreement{Clause::kOrder, 0, id,
                        fmt::format("{}: dispatched after the reference's last dispatch", place(dispatch))};
  }
  expected.word.resize(dispatch.address.size());
  if (same(expected.dispatch, dispatch)) {
    predicted.first = expected.first_slot + latency_[dispatch.memory] - 1;
    return std::nullopt;
  }
  return Disagreement{
      Clause::kOrder, 0, id,
      fmt::format("{} is dispatched, the reference has {}{} next", place(dispatch), place(expected.dispatch),
                  expected.dispatch.address == dispatch.address ? "" : " with other addresses")};
}

std::optional<Disagreement> TimedChecker::check(const TimeUnitView& unit) {
  const auto as_predicted = [time = unit.time](const auto& look, DispatchId id) {
    const Predicted& predicted = look.known(id);
    const Expected& expected = predicted.expected;
    return [time, first = predicted.first, slot = expected.slot.data(), word = expected.word.data(),
            writes = expected.dispatch.op == Op::kWrite](const Served& served) {
      // Without a branch: where warps overlap, reads and writes mix.
      const bool word_is_due = writes | (served.word == word[served.lane]);
      return time == first + slot[served.lane] && word_is_due;
    };
  };
  const Served* const wrong = under_way_.first_failing(unit, as_predicted);
  if (wrong != nullptr) return explain(unit, *wrong);
  for (const DispatchId id : unit.completed) {
    const Predicted& predicted = *under_way_.find(id);
    const Expected& complete = predicted.expected;
    const std::uint64_t due = predicted.first + complete.congestion - 1;
    if (unit.time != due) {
      return Disagreement{Clause::kCompletion, unit.time, id,
                          fmt::format("{}: complete in time unit {} on the RTL, in {} by the reference (congestion {})",
                                      place(complete.dispatch), unit.time, due, complete.congestion)};
    }
    under_way_.end(id);
  }
  return std::nullopt;
}

/// The clause that a wrongly served lane breaks.
Disagreement TimedChecker::explain(const TimeUnitView& unit, const Served& served) {
  const Predicted& predicted = *under_way_.find(served.dispatch);
  const Expected& expected = predicted.expected;
  const std::uint64_t due = predicted.first + expected.slot[served.lane];
  const std::uint32_t bank = unit.events[served.event].bank;
  const std::string lane = fmt::format("{}, lane {} (address {})", place(expected.dispatch), served.lane,
                                       expected.dispatch.address[served.lane]);
  if (unit.time != due) {
    return {Clause::kSlot,
            unit.time,
            served.dispatch,
            fmt::format("{}: served in time unit {} on the RTL, by the reference in {} (slot {})", lane, unit.time, due,
                        expected.slot[served.lane]),
            served.lane,
            bank};
  }
  return {Clause::kReferenceWord,
          unit.time,
          served.dispatch,
          fmt::format("{}: reads {:#010x} on the RTL, {:#010x} by the reference", lane, served.word,
                      expected.word[served.lane]),
          served.lane,
          bank};
}

std::optional<Disagreement> TimedChecker::finish() {
  Expected missing;
  if (!reference_.next(missing)) return std::nullopt;
  return Disagreement{Clause::kMissing, 0, 0,
                      fmt::format("{}: never dispatched by the bench", place(missing.dispatch))};
}

}  // namespace superwarp::tb
