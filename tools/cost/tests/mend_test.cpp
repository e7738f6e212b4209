// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/mend.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace superwarp::cost {
namespace {

/// A table of delays: `base` and `weak` ns a pF; no slew.
LibertyTable table(double base, double weak) { return {{0, 1}, {0, 1}, {base, base, base + weak, base + weak}}; }

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
  /// Inverters behind the near reader, beside it.
  void lengthen(std::uint32_t by) {
    for (Gates::Net from = 3; by > 0; --by) {
      const auto to = static_cast<Gates::Net>(unit.nets());
      unit.constant.emplace_back();
      add("INVX1", from, to, {10, 0});
      from = to;
      if (by == 1) unit.ports.push_back({to, true, {10, 0}});
    }
  }
  void add(const char* type, Gates::Net from, Gates::Net to, Point at) {
    const CellModel& is = models.cells.at(type);
    unit.gates.push_back({type, "", &is, {{"A", from, &is.pins.at("A")}, {"Y", to, &is.pins.at("Y")}}});
    unit.at.push_back(at);
  }
};

constexpr WireKind kWire = {0.2, 0.3};

TEST(NetTimes, add_up_delays_at_the_load_of_pins_wire_and_port) {
  const Chain chain(1);
  const NetTimes times(chain.unit, chain.models, kWire);
  const double port = 0.1 + 2 * 0.01;             // the buffer outside drives the first inverter
  const double first = 0.1 + 4 * (0.01 + 0.002);  // 10 um of wire
  const double second = 0.1 + 4 * 0.04;           // four inverters at the port
  EXPECT_NEAR(times.worst(), port + first + second, 1e-9);
}

/// Times of every net are those of a unit that is timed anew.
void expect_as_new(const Chain& chain, const NetTimes& times) {
  const NetTimes anew(chain.unit, chain.models, kWire);
  for (Gates::Net net = 1; net < chain.unit.nets(); ++net) {
    EXPECT_EQ(times.at(net), anew.at(net)) << net;
    EXPECT_EQ(times.load(net), anew.load(net)) << net;
    EXPECT_EQ(times.from(net), anew.from(net)) << net;
    EXPECT_EQ(times.required(net), anew.required(net)) << net;
  }
  EXPECT_EQ(times.worst(), anew.worst());
}

TEST(NetTimes, follow_changes_of_the_unit) {
  Chain chain(4);
  chain.lengthen(3);
  NetTimes times(chain.unit, chain.models, kWire);
  times.take(0);
  chain.unit.gates[0].type = "INVX8";
  chain.unit.gates[0].is = &chain.models.cells.at("INVX8");
  for (Gates::Pin& pin : chain.unit.gates[0].pins) pin.is = &chain.unit.gates[0].is->pins.at(pin.name);
  times.put(0);
  times.settle();
  expect_as_new(chain, times);
  // A buffer for two of the readers.
  const auto own = static_cast<Gates::Net>(chain.unit.nets());
  chain.unit.constant.emplace_back();
  for (const std::uint32_t reader : {3U, 4U}) {
    times.take(reader);
    chain.unit.gates[reader].pins[0].net = own;
    times.put(reader);
  }
  const auto buffer = static_cast<std::uint32_t>(chain.unit.gates.size());
  chain.add("BUFX2", 2, own, {500, 0});
  times.put_after(buffer, 0);
  times.settle();
  expect_as_new(chain, times);
  // And back.
  times.take(buffer);
  for (const std::uint32_t reader : {3U, 4U}) times.take(reader);
  chain.unit.gates.pop_back();
  chain.unit.at.pop_back();
  chain.unit.constant.pop_back();
  for (const std::uint32_t reader : {3U, 4U}) {
    chain.unit.gates[reader].pins[0].net = 2;
    times.put(reader);
  }
  times.settle();
  expect_as_new(chain, times);
}

TEST(MendedDrivers, shorten_the_longest_path_and_leave_every_reader_its_net) {
  Chain chain(6);
  const double before = NetTimes(chain.unit, chain.models, kWire).worst();
  const MendedDrivers mended = mend_drivers(chain.unit, chain.models, kWire);
  EXPECT_GT(mended.resized + mended.buffers, 0U);
  const NetTimes after(chain.unit, chain.models, kWire);
  EXPECT_LT(after.worst(), 0.8 * before);
  // Every net that is read or leaves is driven, by one gate or the port.
  std::vector<int> drivers(chain.unit.nets(), 0);
  for (const Gates::Gate& gate : chain.unit.gates) ++drivers[gate.pins[1].net];
  ++drivers[1];
  for (const Gates::Gate& gate : chain.unit.gates) EXPECT_EQ(drivers[gate.pins[0].net], 1);
  for (const WiredUnit::Port& port : chain.unit.ports) EXPECT_EQ(drivers[port.net], 1);
}

/// What leaves each port if the input is `in`; gates are inverters and buffers.
std::vector<bool> outputs(const WiredUnit& unit, bool in) {
  std::map<Gates::Net, const Gates::Gate*> driver;
  for (const Gates::Gate& gate : unit.gates) driver[gate.pins[1].net] = &gate;
  const std::function<bool(Gates::Net)> at = [&](Gates::Net net) {
    if (driver.count(net) == 0) return in;
    const Gates::Gate& gate = *driver.at(net);
    return at(gate.pins[0].net) != (gate.type.rfind("INV", 0) == 0);
  };
  std::vector<bool> values;
  for (const WiredUnit::Port& port : unit.ports)
    if (port.output) values.push_back(at(port.net));
  return values;
}

TEST(MendedDrivers, keep_what_the_unit_computes) {
  for (const bool waits : {false, true}) {
    Chain chain(9);
    if (waits) chain.lengthen(6);
    const std::size_t gates = chain.unit.gates.size();
    const std::vector<bool> before = outputs(chain.unit, true);
    const MendedDrivers mended = mend_drivers(chain.unit, chain.models, kWire);
    EXPECT_GT(waits ? mended.buffers : mended.copies, 0U);
    EXPECT_EQ(chain.unit.gates.size(), gates + mended.buffers + mended.copies);
    EXPECT_EQ(chain.unit.at.size(), chain.unit.gates.size());
    EXPECT_EQ(outputs(chain.unit, true), before);
    EXPECT_NE(outputs(chain.unit, false), before);
  }
}

TEST(MendedDrivers, give_a_buffer_to_readers_that_can_wait_and_none_to_the_late_one) {
  Chain chain(3);
  chain.lengthen(8);
  mend_drivers(chain.unit, chain.models, kWire);
  const Gates::Net first = chain.unit.gates[0].pins[1].net;
  EXPECT_EQ(chain.unit.gates[1].pins[0].net, first);
  EXPECT_NE(chain.unit.gates[2].pins[0].net, first);
  EXPECT_NE(chain.unit.gates[3].pins[0].net, first);
}

TEST(NetTimes, require_of_a_net_what_its_readers_leave_it) {
  const Chain chain(2);
  const NetTimes times(chain.unit, chain.models, kWire);
  const double reader = 0.1 + 4 * 0.04;
  EXPECT_NEAR(times.required(3), times.worst(), 1e-9);
  EXPECT_NEAR(times.required_by(1, 2), times.worst() - reader, 1e-9);
  EXPECT_NEAR(times.required(2), times.worst() - reader, 1e-9);
  EXPECT_NEAR(times.required(1), times.at(1), 1e-9);  // the longest path goes through
}

TEST(MendedDrivers, leave_a_unit_without_load_as_it_is) {
  Chain chain(1);
  chain.models.cells["INVX8"] = cell(0.04, 0.2, 1);
  for (Gates::Gate& gate : chain.unit.gates) gate.is = &chain.models.cells.at(gate.type);
  const MendedDrivers mended = mend_drivers(chain.unit, chain.models, {0, 0});
  EXPECT_EQ(mended.resized, 0U);
  EXPECT_EQ(mended.buffers + mended.copies, 0U);
}

}  // namespace
}  // namespace superwarp::cost
