// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/bank_event.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// What a memory did in a time unit, in an order that does not depend on the observer.
struct Facts {
  std::uint64_t time = 0;
  /// Bank, row, write flag, word.
  std::vector<std::tuple<std::uint32_t, std::uint32_t, bool, Word>> banks;
  /// Lane, dispatch, bank, word read or 0.
  std::vector<std::tuple<std::uint32_t, DispatchId, std::uint32_t, Word>> lanes;
  std::vector<DispatchId> completed;

  Facts() = default;
  explicit Facts(const TimeUnit& unit) : time(unit.time), completed(unit.completed) {
    for (const BankEvent& event : unit.events)
      banks.emplace_back(event.bank, event.row, event.op == Op::kWrite, event.word);
    for (const Served& served : unit.served) {
      const BankEvent& event = unit.events[served.event];
      lanes.emplace_back(served.lane, served.dispatch, event.bank, event.op == Op::kRead ? served.word : 0);
    }
    std::sort(banks.begin(), banks.end());
    std::sort(lanes.begin(), lanes.end());
    std::sort(completed.begin(), completed.end());
  }

  bool operator==(const Facts& other) const {
    return std::tie(time, banks, lanes, completed) == std::tie(other.time, other.banks, other.lanes, other.completed);
  }
};

inline std::ostream& operator<<(std::ostream& out, const Facts& facts) {
  out << "time unit " << facts.time << ":";
  for (const auto& [bank, row, writes, word] : facts.banks)
    out << " bank " << bank << " row " << row << (writes ? " W " : " R ") << word;
  for (const auto& [lane, dispatch, bank, word] : facts.lanes)
    out << ", lane " << lane << " of " << dispatch << " at bank " << bank << " " << word;
  for (const DispatchId id : facts.completed) out << ", " << id << " complete";
  return out;
}

}  // namespace superwarp::test
