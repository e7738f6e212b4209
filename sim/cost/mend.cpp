// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/mend.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "sim/cost/library.h"
#include "sim/cost/slack.h"

namespace superwarp::cost {
namespace {

constexpr double kLeastGain = 0.003;  // ns
constexpr double kMendPico = 1e-3;    // pF in a fF

/// "INVX8" is of the kind "INV".
std::string kind_of(const std::string& cell) { return cell.substr(0, cell.rfind('X')); }

double largest_input(const CellModel& cell) {
  double most = 0;
  for (const auto& [name, pin] : cell.pins)
    if (!pin.output) most = std::max(most, pin.capacitance);
  return most;
}

/// A cell of the library.
struct CellChoice {
  const std::string* type = nullptr;
  const CellModel* is = nullptr;
};

/// A change of one gate, and by how much the path should get shorter.
struct Change {
  double gain = 0;
  std::uint32_t gate = 0;
  Gates::Net net = 0;  ///< that it drives
  CellChoice by;       ///< of the gate, or of its buffer
  bool buffer = false;
  std::uint32_t stays = NetTimes::kNone;  ///< gate that is driven without the buffer
};

class Mender {
 public:
  Mender(WiredUnit& unit, const CellModels& models, const WireKind& kind)
      : unit_(unit), models_(models), kind_(kind) {
    for (const auto& [name, cell] : models.cells) {
      of_kind_[kind_of(name)].push_back({&name, &cell});
    }
  }
  MendedDrivers run();

 private:
  [[nodiscard]] std::vector<Change> changes_of(const NetTimes& times, Gates::Net end) const;
  void add_sizes(const NetTimes& times, Gates::Net net, std::vector<Change>& changes) const;
  void add_buffers(const NetTimes& times, Gates::Net net, std::uint32_t next,
                   std::vector<Change>& changes) const;
  void apply(const Change& change);
  bool try_all(const std::vector<Change>& changes, NetTimes& times);

  WiredUnit& unit_;
  const CellModels& models_;
  WireKind kind_;
  std::map<std::string, std::vector<CellChoice>> of_kind_;
  MendedDrivers mended_;
};

void Mender::add_sizes(const NetTimes& times, Gates::Net net, std::vector<Change>& changes) const {
  const std::uint32_t number = times.driver[net];
  const Gates::Gate& gate = unit_.gates[number];
  if (!gate.is->next_state.empty()) return;
  const auto output = std::find_if(gate.pins.begin(), gate.pins.end(), [&](const Gates::Pin& pin) {
    return pin.is->output && pin.net == net;
  });
  const Gates::Net before = times.from[net];
  const double slew = before == NetTimes::kNone ? 0 : times.slew[before];
  // What a pF more costs the gate before: its delay from its load, as measured at its own.
  double weak = 0;
  if (before != NetTimes::kNone && times.driver[before] != NetTimes::kNone) {
    for (const Gates::Pin& pin : unit_.gates[times.driver[before]].pins) {
      constexpr double kStep = 0.02;
      if (pin.is->output && pin.net == before)
        weak = (slowest(*pin.is, times.load[before] + kStep, slew) -
                slowest(*pin.is, times.load[before], slew)) /
               kStep;
    }
  }
  const double now = slowest(*output->is, times.load[net], slew);
  for (const CellChoice& choice : of_kind_.at(kind_of(gate.type))) {
    const auto same = choice.is->pins.find(output->name);
    if (choice.is == gate.is || same == choice.is->pins.end() ||
        choice.is->pins.size() != gate.is->pins.size())
      continue;
    const double then = slowest(same->second, times.load[net], slew) +
                        weak * (largest_input(*choice.is) - largest_input(*gate.is));
    changes.push_back({now - then, number, net, choice});
  }
}

void Mender::add_buffers(const NetTimes& times, Gates::Net net, std::uint32_t next,
                         std::vector<Change>& changes) const {
  const std::uint32_t number = times.driver[net];
  const Gates::Gate& gate = unit_.gates[number];
  const Gates::Net before = times.from[net];
  const double slew = before == NetTimes::kNone ? 0.1 : times.slew[before];
  for (const Gates::Pin& pin : gate.pins) {
    if (!pin.is->output || pin.net != net) continue;
    const double now = slowest(*pin.is, times.load[net], slew);
    for (const CellChoice& choice : of_kind_.at("BUF")) {
      const double input = choice.is->pins.at("A").capacitance;
      const double all = slowest(*pin.is, input, slew) +
                         slowest(choice.is->pins.at("Y"), times.load[net], times.slew[net]);
      changes.push_back({now - all, number, net, choice, true});
      if (next == NetTimes::kNone || times.reads[net].size() < 2) continue;
      const Point& from = unit_.at[number];
      const Point& to = unit_.at[next];
      double load = input + (std::fabs(from.x - to.x) + std::fabs(from.y - to.y)) *
                                kind_.ff_per_um * kMendPico;
      for (const Gates::Pin& read : unit_.gates[next].pins)
        if (!read.is->output && read.net == net) load += read.is->capacitance;
      changes.push_back({now - slowest(*pin.is, load, slew), number, net, choice, true, next});
    }
  }
}

/// What may shorten the path to `end`, the best first.
std::vector<Change> Mender::changes_of(const NetTimes& times, Gates::Net end) const {
  std::vector<Change> changes;
  std::uint32_t next = NetTimes::kNone;
  for (Gates::Net net = end; net != NetTimes::kNone; net = times.from[net]) {
    if (times.driver[net] == NetTimes::kNone) break;
    add_sizes(times, net, changes);
    add_buffers(times, net, next, changes);
    next = times.driver[net];
  }
  changes.erase(std::remove_if(changes.begin(), changes.end(),
                               [](const Change& one) { return one.gain < kLeastGain; }),
                changes.end());
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.gain > b.gain; });
  return changes;
}

void Mender::apply(const Change& change) {
  if (!change.buffer) {
    Gates::Gate& gate = unit_.gates[change.gate];
    gate.type = *change.by.type;
    gate.is = change.by.is;
    for (Gates::Pin& pin : gate.pins) pin.is = &change.by.is->pins.at(pin.name);
    ++mended_.resized;
    return;
  }
  // The gate drives a new net; the buffer drives the old one, which may be a port's.
  const auto between = static_cast<Gates::Net>(unit_.nets());
  unit_.constant.emplace_back();
  for (Gates::Pin& pin : unit_.gates[change.gate].pins)
    if (pin.is->output && pin.net == change.net) pin.net = between;
  if (change.stays != NetTimes::kNone) {
    for (Gates::Pin& pin : unit_.gates[change.stays].pins)
      if (!pin.is->output && pin.net == change.net) pin.net = between;
  }
  const CellModel& is = *change.by.is;
  unit_.gates.push_back({*change.by.type,
                         "",
                         &is,
                         {{"A", between, &is.pins.at("A")}, {"Y", change.net, &is.pins.at("Y")}}});
  unit_.at.push_back(unit_.at[change.gate]);
  ++mended_.buffers;
}

/// Keeps the changes if the longest path gets shorter.
bool Mender::try_all(const std::vector<Change>& changes, NetTimes& times) {
  const WiredUnit unit = unit_;
  const MendedDrivers mended = mended_;
  for (const Change& change : changes) apply(change);
  NetTimes then = times_of(unit_, models_, kind_);
  if (then.worst() < times.worst() - kLeastGain / 10) {
    times = std::move(then);
    return true;
  }
  unit_ = unit;
  mended_ = mended;
  return false;
}

MendedDrivers Mender::run() {
  constexpr int kRounds = 60;
  constexpr double kNearly = 0.97;
  constexpr std::size_t kTried = 5;
  NetTimes times = times_of(unit_, models_, kind_);
  for (int round = 0; round < kRounds; ++round) {
    std::map<std::uint32_t, Change> of_gate;
    for (const NetTimes::End& end : times.ends) {
      if (end.at < kNearly * times.worst()) break;
      const std::vector<Change> changes = changes_of(times, end.net);
      if (!changes.empty()) of_gate.emplace(changes.front().gate, changes.front());
    }
    std::vector<Change> all;
    for (const auto& [gate, change] : of_gate) all.push_back(change);
    if (!all.empty() && try_all(all, times)) continue;
    const std::vector<Change> alone = changes_of(times, times.ends.front().net);
    bool helped = false;
    for (std::size_t i = 0; i < std::min(kTried, alone.size()) && !helped; ++i)
      helped = try_all({alone[i]}, times);
    if (!helped) break;
  }
  return mended_;
}

}  // namespace

MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind) {
  return Mender(unit, models, kind).run();
}

}  // namespace superwarp::cost
