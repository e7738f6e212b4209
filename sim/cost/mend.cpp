// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/mend.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "sim/cost/library.h"

namespace superwarp::cost {
namespace {

constexpr double kSlew = 0.2;        // ns, at an input
constexpr double kLeastGain = 0.02;  // ns, that a buffer has to save
constexpr double kPico = 1e-3;       // pF in a fF

/// "INVX8" is of the kind "INV".
std::string kind_of(const std::string& cell) { return cell.substr(0, cell.rfind('X')); }

double slowest(const CellPin& output, double load) {
  double delay = 0;
  for (const CellArc& arc : output.arcs)
    delay = std::max({delay, arc.rise.at(load, kSlew), arc.fall.at(load, kSlew)});
  return delay;
}

const CellPin& only_output(const CellModel& cell) {
  for (const auto& [name, pin] : cell.pins)
    if (pin.output) return pin;
  throw std::runtime_error("a cell without an output");
}

double largest_input(const CellModel& cell) {
  double most = 0;
  for (const auto& [name, pin] : cell.pins)
    if (!pin.output) most = std::max(most, pin.capacitance);
  return most;
}

class Mender {
 public:
  Mender(WiredUnit& unit, const CellModels& models, const WireKind& kind);
  MendedDrivers run();

 private:
  struct Choice {
    const std::string* type;
    const CellModel* is;
  };
  void mend(std::uint32_t gate);
  void exchange(Gates::Gate& gate, const Choice& by);
  void buffer(std::uint32_t gate, Gates::Net net, const Choice& by);
  [[nodiscard]] std::vector<Choice> cells_of(const std::string& kind, const CellModel& like) const;
  [[nodiscard]] std::vector<std::uint32_t> outputs_first() const;

  WiredUnit& unit_;
  const CellModels& models_;
  MendedDrivers mended_;
  std::vector<double> wire_;  ///< pF of each net
  std::vector<double> pins_;
  double weak_ = 0;  ///< ns a pF that the gate before takes
};

Mender::Mender(WiredUnit& unit, const CellModels& models, const WireKind& kind)
    : unit_(unit), models_(models), pins_(unit.nets(), 0) {
  for (const double um : lengths_of(unit).um) wire_.push_back(um * kind.ff_per_um * kPico);
  for (const Gates::Gate& gate : unit.gates)
    for (const Gates::Pin& pin : gate.pins)
      if (!pin.is->output) pins_[pin.net] += pin.is->capacitance;
  const CellPin& middle = only_output(models.cells.at("INVX2"));
  constexpr double kLight = 0.05;  // pF
  constexpr double kHeavy = 0.15;
  weak_ = (slowest(middle, kHeavy) - slowest(middle, kLight)) / (kHeavy - kLight);
}

std::vector<Mender::Choice> Mender::cells_of(const std::string& kind, const CellModel& like) const {
  std::vector<Choice> cells;
  for (const auto& [name, cell] : models_.cells) {
    const bool same =
        cell.pins.size() == like.pins.size() &&
        std::all_of(like.pins.begin(), like.pins.end(),
                    [&, &is = cell](const auto& pin) { return is.pins.count(pin.first) != 0; });
    if (kind_of(name) == kind && same) cells.push_back({&name, &cell});
  }
  return cells;
}

void Mender::exchange(Gates::Gate& gate, const Choice& by) {
  gate.type = *by.type;
  gate.is = by.is;
  for (Gates::Pin& pin : gate.pins) {
    const CellPin& now = by.is->pins.at(pin.name);
    if (!pin.is->output) pins_[pin.net] += now.capacitance - pin.is->capacitance;
    pin.is = &now;
  }
}

/// A buffer drives all that `gate` drove by `net`.
void Mender::buffer(std::uint32_t gate, Gates::Net net, const Choice& by) {
  const auto between = static_cast<Gates::Net>(unit_.nets());
  unit_.constant.emplace_back();
  const CellPin& input = by.is->pins.at("A");
  pins_.push_back(input.capacitance);
  wire_.push_back(0);
  for (Gates::Pin& pin : unit_.gates[gate].pins)
    if (pin.net == net && pin.is->output) pin.net = between;
  unit_.gates.push_back(
      {*by.type, "", by.is, {{"A", between, &input}, {"Y", net, &by.is->pins.at("Y")}}});
  unit_.at.push_back(unit_.at[gate]);
  ++mended_.buffers;
}

void Mender::mend(std::uint32_t number) {
  const Gates::Gate& gate = unit_.gates[number];
  const auto output = std::find_if(gate.pins.begin(), gate.pins.end(),
                                   [](const Gates::Pin& pin) { return pin.is->output; });
  const auto outputs = std::count_if(gate.pins.begin(), gate.pins.end(),
                                     [](const Gates::Pin& pin) { return pin.is->output; });
  if (outputs != 1) return;
  const Gates::Net net = output->net;
  const double load = pins_[net] + wire_[net];
  const std::string pin = output->name;
  const CellModel& old = *gate.is;
  std::vector<Choice> sizes = {{&gate.type, gate.is}};
  if (old.next_state.empty()) {
    for (const Choice& one : cells_of(kind_of(gate.type), old)) sizes.push_back(one);
  }
  Choice best{nullptr, nullptr};
  Choice buffer_by{nullptr, nullptr};
  double least = slowest(old.pins.at(pin), load) - kLeastGain;
  for (const Choice& size : sizes) {
    const double before = weak_ * (largest_input(*size.is) - largest_input(old));
    const double alone = before + slowest(size.is->pins.at(pin), load);
    if (alone < least) {
      least = alone;
      best = size;
      buffer_by = {nullptr, nullptr};
    }
    for (const Choice& buffer : cells_of("BUF", models_.cells.at(kBuffer))) {
      const double two = before + kLeastGain +
                         slowest(size.is->pins.at(pin), buffer.is->pins.at("A").capacitance) +
                         slowest(only_output(*buffer.is), load);
      if (two < least) {
        least = two;
        best = size;
        buffer_by = buffer;
      }
    }
  }
  if (best.is == nullptr) return;
  if (best.is != &old) {
    exchange(unit_.gates[number], best);
    ++mended_.enlarged;
  }
  if (buffer_by.is != nullptr) buffer(number, net, buffer_by);
}

/// Gates before all that drive them; flip-flops, whose size stays, last.
std::vector<std::uint32_t> Mender::outputs_first() const {
  const auto count = static_cast<std::uint32_t>(unit_.gates.size());
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> driver(unit_.nets(), kNone);
  std::vector<std::uint32_t> waits_for(count, 0);
  const auto keeps = [&](std::uint32_t gate) { return !unit_.gates[gate].is->next_state.empty(); };
  for (std::uint32_t gate = 0; gate < count; ++gate)
    for (const Gates::Pin& pin : unit_.gates[gate].pins)
      if (pin.is->output) driver[pin.net] = gate;
  const auto each_before = [&](std::uint32_t gate, const auto& what) {
    for (const Gates::Pin& pin : unit_.gates[gate].pins)
      if (!pin.is->output && driver[pin.net] != kNone) what(driver[pin.net]);
  };
  for (std::uint32_t gate = 0; gate < count; ++gate)
    if (!keeps(gate)) each_before(gate, [&](std::uint32_t one) { ++waits_for[one]; });
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> last;
  for (std::uint32_t gate = 0; gate < count; ++gate) {
    if (keeps(gate)) {
      last.push_back(gate);
    } else if (waits_for[gate] == 0) {
      order.push_back(gate);
    }
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    each_before(order[i], [&](std::uint32_t one) {
      if (--waits_for[one] == 0 && !keeps(one)) order.push_back(one);
    });
  }
  order.insert(order.end(), last.begin(), last.end());
  return order;
}

MendedDrivers Mender::run() {
  for (const std::uint32_t gate : outputs_first()) mend(gate);
  return mended_;
}

}  // namespace

MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind) {
  return Mender(unit, models, kind).run();
}

}  // namespace superwarp::cost
