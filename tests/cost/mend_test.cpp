// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/mend.h"

#include <gtest/gtest.h>

#include "sim/cost/slack.h"

namespace superwarp::cost {
namespace {

/// A table of delays: `base` and `weak` ns a pF; no slew.
LibertyTable table(double base, double weak) {
  return {{0, 1}, {0, 1}, {base, base, base + weak, base + weak}};
}

CellModel cell(double input, double base, double weak) {
  CellModel cell;
  cell.pins["A"].capacitance = input;
  CellPin& output = cell.pins["Y"];
  output.output = true;
  output.arcs = {{"A", table(base, weak), table(base, weak), table(0.1, 0), table(0.1, 0)}};
  return cell;
}

struct Chain {
  CellModels models;
  WiredUnit unit;
  /// A port, an inverter far from `readers` others, and their outputs.
  explicit Chain(std::uint32_t readers) {
    models.cells["INVX1"] = cell(0.01, 0.1, 4);
    models.cells["INVX8"] = cell(0.04, 0.1, 1);
    models.cells["BUFX2"] = cell(0.01, 0.1, 2);
    models.cells["BUFX4"] = cell(0.02, 0.1, 1);
    unit.constant.resize(readers + 3);
    unit.clock = 0;
    unit.ports.push_back({1, false, {0, 0}});
    add("INVX1", 1, 2, {0, 0});
    for (std::uint32_t i = 0; i < readers; ++i) {
      const double near = i == 0 ? 10 : 2000;
      add("INVX1", 2, 3 + i, {near, 0});
      unit.ports.push_back({3 + i, true, {near, 0}});
    }
  }
  void add(const char* type, Gates::Net from, Gates::Net to, Point at) {
    const CellModel& is = models.cells.at(type);
    unit.gates.push_back(
        {type, "", &is, {{"A", from, &is.pins.at("A")}, {"Y", to, &is.pins.at("Y")}}});
    unit.at.push_back(at);
  }
};

constexpr WireKind kWire = {0.2, 0.3};

TEST(NetTimes, add_up_delays_at_the_load_of_pins_wire_and_port) {
  const Chain chain(1);
  const NetTimes times = times_of(chain.unit, chain.models, kWire);
  const double port = 0.1 + 2 * 0.01;             // the buffer outside drives the first inverter
  const double first = 0.1 + 4 * (0.01 + 0.002);  // 10 um of wire
  const double second = 0.1 + 4 * 0.04;           // four inverters at the port
  EXPECT_NEAR(times.worst(), port + first + second, 1e-9);
}

TEST(MendedDrivers, shorten_the_longest_path_and_leave_every_reader_its_net) {
  Chain chain(6);
  const double before = times_of(chain.unit, chain.models, kWire).worst();
  const MendedDrivers mended = mend_drivers(chain.unit, chain.models, kWire);
  EXPECT_GT(mended.resized + mended.buffers, 0U);
  const NetTimes after = times_of(chain.unit, chain.models, kWire);
  EXPECT_LT(after.worst(), 0.8 * before);
  // Every net that is read or leaves is driven, by one gate or a port.
  std::vector<int> drivers(chain.unit.nets(), 0);
  for (const Gates::Gate& gate : chain.unit.gates) ++drivers[gate.pins[1].net];
  ++drivers[1];
  for (const Gates::Gate& gate : chain.unit.gates) EXPECT_EQ(drivers[gate.pins[0].net], 1);
  for (const WiredUnit::Port& port : chain.unit.ports) EXPECT_EQ(drivers[port.net], 1);
}

TEST(MendedDrivers, leave_a_unit_without_load_as_it_is) {
  Chain chain(1);
  chain.models.cells["INVX8"] = cell(0.04, 0.2, 1);
  for (Gates::Gate& gate : chain.unit.gates) gate.is = &chain.models.cells.at(gate.type);
  const MendedDrivers mended = mend_drivers(chain.unit, chain.models, {0, 0});
  EXPECT_EQ(mended.resized, 0U);
  EXPECT_EQ(mended.buffers, 0U);
}

}  // namespace
}  // namespace superwarp::cost
