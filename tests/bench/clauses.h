// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "tb/lawful.h"
#include "tests/units/headers.h"

/// \file
/// Time units written by hand, for the tests of the checkers alone.

namespace superwarp::test {

inline constexpr std::uint32_t kWidth = 4;
inline constexpr Address kIdle = kInactive;

inline Machine machine_of(Rpu rpu = Rpu::kBatch, std::uint32_t ports = 1, std::uint32_t words = 1) {
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.width = kWidth;
  machine.rows = 4;
  machine.rpu = rpu;
  machine.ports = ports;
  machine.bank_words = words;
  return machine;
}

/// An event that serves `served`, in `unit`.
inline void add(TimeUnit& unit, BankEvent event, std::vector<Served> served) {
  event.first = static_cast<std::uint32_t>(unit.served.size());
  for (Served& one : served) {
    one.event = static_cast<std::uint32_t>(unit.events.size());
    unit.served.push_back(one);
  }
  unit.events.push_back(event);
  unit.one_dispatch = std::all_of(unit.served.begin(), unit.served.end(),
                                  [&](const Served& one) { return one.dispatch == unit.served.front().dispatch; });
}

/// Takes out the last event, which serves one lane.
inline void take_last(TimeUnit& unit) {
  unit.events.pop_back();
  unit.served.pop_back();
}

inline void expect_wrong(const std::optional<Disagreement>& wrong, Clause clause, const std::string& text = "") {
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->clause, clause) << wrong->text;
  EXPECT_NE(wrong->text.find(text), std::string::npos) << wrong->text;
}

}  // namespace superwarp::test
