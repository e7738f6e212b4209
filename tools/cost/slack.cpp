// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tools/cost/mend.h"

namespace superwarp::cost {

double slowest(const CellPin& output, double load, double slew) {
  double delay = 0;
  for (const CellArc& arc : output.arcs) delay = std::max({delay, arc.rise.at(load, slew), arc.fall.at(load, slew)});
  return delay;
}

namespace {

constexpr double kEdgeSlew = 0.1;  // ns, of clocks and of what comes from outside

}  // namespace

NetTimes::NetTimes(const WiredUnit& unit, const CellModels& models, const WireKind& kind)
    : unit_(unit), models_(models), kind_(kind), nets_(unit.nets()), rank_(unit.gates.size(), 0) {
  const double port_pf = models.output_load();
  for (const WiredUnit::Port& port : unit.ports) {
    Net& net = nets_[port.net];
    net.ports.push_back(port.at);
    (port.output ? net.leaves : net.input) = true;
    if (port.output) net.port_pf += port_pf;
  }
  for (std::uint32_t gate = 0; gate < unit.gates.size(); ++gate) {
    if (starts(gate)) starts_.push_back(gate);
    put(gate);
  }
  for (Gates::Net net = 0; net < unit.nets(); ++net) {
    nets_[net].slew = kEdgeSlew;
    changed_.insert(net);
  }
  double rank = 0;
  for (const std::uint32_t gate : in_order(unit.gates, unit.nets())) rank_[gate] = rank++;
  settle();
}

void NetTimes::take(std::uint32_t gate) {
  for (const Gates::Pin& pin : unit_.gates[gate].pins) {
    if (!wired(pin.net)) continue;
    Net& net = nets_[pin.net];
    changed_.insert(pin.net);
    if (pin.is->output)
      net.driver = kNone;
    else
      net.reads.erase(std::find(net.reads.begin(), net.reads.end(), gate));
  }
}

void NetTimes::put(std::uint32_t gate) {
  nets_.resize(unit_.nets());
  for (const Gates::Pin& pin : unit_.gates[gate].pins) {
    if (!wired(pin.net)) continue;
    changed_.insert(pin.net);
    if (pin.is->output)
      nets_[pin.net].driver = gate;
    else
      nets_[pin.net].reads.push_back(gate);
  }
}

void NetTimes::put_after(std::uint32_t gate, std::uint32_t after) {
  put(gate);
  double next = rank_[after] + 2;
  for (const Gates::Pin& pin : unit_.gates[gate].pins)
    if (pin.is->output)
      for (const std::uint32_t reader : reads(pin.net))
        if (!starts(reader)) next = std::min(next, rank_[reader]);
  rank_.resize(gate + 1);
  rank_[gate] = (rank_[after] + next) / 2;
}

void NetTimes::put_beside(std::uint32_t gate, std::uint32_t beside) {
  put(gate);
  rank_.resize(gate + 1);
  rank_[gate] = rank_[beside];
}

void NetTimes::find_load(Gates::Net number) {
  Net& net = nets_[number];
  Box box;
  for (const Point& port : net.ports) box.take_in(port);
  if (net.driver != kNone) box.take_in(unit_.at[net.driver]);
  net.load = net.port_pf;
  for (const std::uint32_t reader : net.reads) box.take_in(unit_.at[reader]);
  std::vector<std::uint32_t> readers = net.reads;
  std::sort(readers.begin(), readers.end());
  readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
  for (const std::uint32_t reader : readers)
    for (const Gates::Pin& pin : unit_.gates[reader].pins)
      if (!pin.is->output && pin.net == number) net.load += pin.is->capacitance;
  const std::size_t ends = net.reads.size() + net.ports.size() + (net.driver != kNone ? 1 : 0);
  net.load += kind_.pf(box.half_perimeter() * tree_by_box(ends));
}

/// Times of its outputs; whether any is another than before.
bool NetTimes::settle_gate(std::uint32_t gate) {
  const Gates::Gate& is = unit_.gates[gate];
  bool other = false;
  for (const Gates::Pin& output : is.pins) {
    if (!output.is->output || !wired(output.net)) continue;
    double at = 0;
    double slew = 0;
    Gates::Net from = kNone;
    for_arcs(is, output, [&](const Gates::Pin& input, const CellArc& arc) {
      const double load = nets_[output.net].load;
      const double edge = nets_[input.net].slew;
      const double then = nets_[input.net].at + std::max(arc.rise.at(load, edge), arc.fall.at(load, edge));
      slew = std::max({slew, arc.rise_slew.at(load, edge), arc.fall_slew.at(load, edge)});
      if (then <= at) return;
      at = then;
      from = starts(gate) ? kNone : input.net;
    });
    if (slew <= 0) slew = kEdgeSlew;
    Net& net = nets_[output.net];
    other = other || at != net.at || slew != net.slew;
    net.at = at;
    net.slew = slew;
    net.from = from;
  }
  return other;
}

void NetTimes::settle() {
  const CellPin& outside = models_.cells.at(kDriver).pins.at("Y");
  std::set<std::pair<double, std::uint32_t>> waiting;
  const auto wake = [&](Gates::Net net) {
    for (const std::uint32_t reader : reads(net))
      if (!starts(reader)) waiting.emplace(rank_[reader], reader);
  };
  for (const Gates::Net net : changed_) {
    if (net >= unit_.nets() || !wired(net)) continue;
    find_load(net);
    if (nets_[net].input) {
      nets_[net].at = slowest(outside, load(net), kEdgeSlew);
      nets_[net].slew = kEdgeSlew;
    }
    if (driver(net) != kNone) waiting.emplace(rank_[driver(net)], driver(net));
    wake(net);
  }
  changed_.clear();
  while (!waiting.empty()) {
    const std::uint32_t gate = waiting.begin()->second;
    waiting.erase(waiting.begin());
    if (!settle_gate(gate)) continue;
    for (const Gates::Pin& pin : unit_.gates[gate].pins)
      if (pin.is->output) wake(pin.net);
  }
  find_ends();
  required_.assign(unit_.nets(), kUnknown);
}

void NetTimes::find_ends() {
  ends_.clear();
  std::vector<bool> known(unit_.nets(), false);
  const auto end = [&](Gates::Net net) {
    if (wired(net) && !known[net]) ends_.push_back({at(net), net});
    known[net] = true;
  };
  for (const WiredUnit::Port& port : unit_.ports)
    if (port.output) end(port.net);
  for (const std::uint32_t gate : starts_)
    for (const Gates::Pin& pin : unit_.gates[gate].pins)
      if (!pin.is->output) end(pin.net);
  std::stable_sort(ends_.begin(), ends_.end(), [](const End& a, const End& b) { return a.at > b.at; });
}

double NetTimes::required_by(std::uint32_t reader, Gates::Net net) const {
  if (starts(reader)) return worst();
  double least = kUnknown;
  for (const Gates::Pin& output : unit_.gates[reader].pins) {
    if (!output.is->output || !wired(output.net)) continue;
    for_arcs(unit_.gates[reader], output, [&](const Gates::Pin& input, const CellArc& arc) {
      if (input.net != net) return;
      const double load = nets_[output.net].load;
      const double delay = std::max(arc.rise.at(load, slew(net)), arc.fall.at(load, slew(net)));
      least = std::min(least, required(output.net) - delay);
    });
  }
  return least;
}

double NetTimes::required(Gates::Net net) const {
  if (required_[net] < kUnknown) return required_[net];
  double least = nets_[net].leaves ? worst() : kUnknown;
  const std::vector<std::uint32_t>& readers = reads(net);
  for (std::size_t i = 0; i < readers.size(); ++i)
    if (i == 0 || readers[i] != readers[i - 1]) least = std::min(least, required_by(readers[i], net));
  return required_[net] = least;
}

}  // namespace superwarp::cost
