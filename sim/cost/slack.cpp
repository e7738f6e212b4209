// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/slack.h"

#include <algorithm>

#include "sim/cost/library.h"

namespace superwarp::cost {

double slowest(const CellPin& output, double load, double slew) {
  double delay = 0;
  for (const CellArc& arc : output.arcs)
    delay = std::max({delay, arc.rise.at(load, slew), arc.fall.at(load, slew)});
  return delay;
}

namespace {

constexpr double kLoadPico = 1e-3;  // pF in a fF
constexpr double kEdgeSlew = 0.1;   // ns, of clocks and of what comes from outside

/// Loads and who drives and reads which net.
NetTimes unsettled(const WiredUnit& unit, const CellModels& models, const WireKind& kind) {
  NetTimes times;
  times.driver.assign(unit.nets(), NetTimes::kNone);
  times.reads.resize(unit.nets());
  times.pins.assign(unit.nets(), 0);
  for (std::uint32_t gate = 0; gate < unit.gates.size(); ++gate) {
    for (const Gates::Pin& pin : unit.gates[gate].pins) {
      if (pin.net == unit.clock || !unit.constant[pin.net].empty()) continue;
      if (pin.is->output) {
        times.driver[pin.net] = gate;
      } else {
        times.reads[pin.net].push_back(gate);
        times.pins[pin.net] += pin.is->capacitance;
      }
    }
  }
  const double port = kFanout * models.cells.at(kInverter).pins.at("A").capacitance;
  for (const WiredUnit::Port& one : unit.ports)
    if (one.output) times.pins[one.net] += port;
  const WireLengths lengths = lengths_of(unit);
  times.load = times.pins;
  for (std::size_t net = 0; net < unit.nets(); ++net)
    times.load[net] += lengths.um[net] * kind.ff_per_um * kLoadPico;
  times.slew.assign(unit.nets(), kEdgeSlew);
  times.at.assign(unit.nets(), 0);
  times.from.assign(unit.nets(), NetTimes::kNone);
  return times;
}

void settle(NetTimes& times, const Gates::Gate& gate) {
  for (const Gates::Pin& output : gate.pins) {
    if (!output.is->output) continue;
    double slew = 0;
    for (const CellArc& arc : output.is->arcs) {
      for (const Gates::Pin& input : gate.pins) {
        if (input.name != arc.from) continue;
        const double load = times.load[output.net];
        const double edge = times.slew[input.net];
        const double at =
            times.at[input.net] + std::max(arc.rise.at(load, edge), arc.fall.at(load, edge));
        slew = std::max({slew, arc.rise_slew.at(load, edge), arc.fall_slew.at(load, edge)});
        if (at <= times.at[output.net]) continue;
        times.at[output.net] = at;
        times.from[output.net] = gate.is->next_state.empty() ? input.net : NetTimes::kNone;
      }
    }
    if (slew > 0) times.slew[output.net] = slew;
  }
}

}  // namespace

NetTimes times_of(const WiredUnit& unit, const CellModels& models, const WireKind& kind) {
  NetTimes times = unsettled(unit, models, kind);
  const CellPin& outside = models.cells.at(kDriver).pins.at("Y");
  for (const WiredUnit::Port& port : unit.ports)
    if (!port.output) times.at[port.net] = slowest(outside, times.load[port.net], kEdgeSlew);
  std::vector<std::uint32_t> waits_for(unit.gates.size(), 0);
  std::vector<std::uint32_t> ready;
  for (std::uint32_t gate = 0; gate < unit.gates.size(); ++gate) {
    if (unit.gates[gate].is->next_state.empty()) {
      for (const Gates::Pin& pin : unit.gates[gate].pins)
        if (!pin.is->output && times.driver[pin.net] != NetTimes::kNone) ++waits_for[gate];
    }
    if (waits_for[gate] == 0) ready.push_back(gate);
  }
  while (!ready.empty()) {
    const std::uint32_t gate = ready.back();
    ready.pop_back();
    settle(times, unit.gates[gate]);
    for (const Gates::Pin& pin : unit.gates[gate].pins) {
      if (!pin.is->output) continue;
      for (const std::uint32_t reader : times.reads[pin.net])
        if (waits_for[reader] > 0 && --waits_for[reader] == 0) ready.push_back(reader);
    }
  }
  for (const WiredUnit::Port& port : unit.ports)
    if (port.output) times.ends.push_back({times.at[port.net], port.net});
  for (Gates::Net net = 0; net < unit.nets(); ++net) {
    const std::vector<std::uint32_t>& reads = times.reads[net];
    if (std::any_of(reads.begin(), reads.end(),
                    [&](std::uint32_t gate) { return !unit.gates[gate].is->next_state.empty(); }))
      times.ends.push_back({times.at[net], net});
  }
  std::stable_sort(times.ends.begin(), times.ends.end(),
                   [](const NetTimes::End& a, const NetTimes::End& b) { return a.at > b.at; });
  return times;
}

}  // namespace superwarp::cost
