// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/gates.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "tools/cost/flat.h"

namespace superwarp::cost {

constexpr double kPortSlew = 0.1;  // ns: of a small buffer with a few inputs behind it

Gates::Gates(const std::string& flat, const CellModels& models, double wire_pf)
    : wire_pf_(wire_pf) {
  std::unordered_map<std::string, Net> known;
  std::istringstream lines(flat);
  for (std::string line; std::getline(lines, line) && line != "endmodule";) {
    const FlatLine says(line);
    if (!says.cell.empty()) {
      const auto cell = models.cells.find(says.cell);
      if (cell == models.cells.end()) throw std::runtime_error("netlist: no cell " + says.cell);
      gates_.push_back({says.cell, says.name, &cell->second, {}});
    }
    if (says.pin.empty()) continue;
    std::string net = line.substr(says.begin, says.end - says.begin);
    if (net[0] == '\\') net = net.substr(1, net.size() - 2);
    const auto [place, added] = known.emplace(net, static_cast<Net>(nets_.size()));
    if (added) nets_.push_back(net);
    Gate& gate = gates_.back();
    const auto is = gate.is->pins.find(says.pin);
    if (is == gate.is->pins.end())
      throw std::runtime_error("netlist: no pin " + gate.type + "." + says.pin);
    gate.pins.push_back({says.pin, place->second, &is->second});
  }
  pin_pf_.assign(nets_.size(), 0);
  inputs_.assign(nets_.size(), 0);
  for (const Gate& gate : gates_) {
    for (const Pin& pin : gate.pins) {
      if (pin.is->output) continue;
      pin_pf_[pin.net] += pin.is->capacitance;
      ++inputs_[pin.net];
    }
  }
  find_slews();
}

/// From flip-flops and ports forwards, a gate once all its inputs are known.
void Gates::find_slews() {
  slews_.assign(nets_.size(), kPortSlew);
  std::vector<std::uint32_t> waits_for(gates_.size(), 0);
  std::vector<std::vector<std::uint32_t>> reads(nets_.size());
  std::vector<bool> driven(nets_.size(), false);
  for (const Gate& gate : gates_)
    for (const Pin& pin : gate.pins)
      if (pin.is->output) driven[pin.net] = true;
  std::vector<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < gates_.size(); ++i) {
    const bool keeps = !gates_[i].is->next_state.empty();
    for (const Pin& pin : gates_[i].pins) {
      if (pin.is->output || keeps || !driven[pin.net]) continue;
      ++waits_for[i];
      reads[pin.net].push_back(i);
    }
    if (waits_for[i] == 0) ready.push_back(i);
  }
  while (!ready.empty()) {
    const Gate& gate = gates_[ready.back()];
    ready.pop_back();
    for (const Pin& pin : gate.pins) {
      if (!pin.is->output) continue;
      double slew = 0;
      for_arcs(gate, pin, [&](const Pin& from, const CellArc& arc) {
        slew = std::max({slew, arc.rise_slew.at(load(pin.net), slews_[from.net]),
                         arc.fall_slew.at(load(pin.net), slews_[from.net])});
      });
      if (slew > 0) slews_[pin.net] = slew;
      for (const std::uint32_t reader : reads[pin.net])
        if (--waits_for[reader] == 0) ready.push_back(reader);
    }
  }
}

Gates::Delay Gates::delay(const Pin& output, const Gate& gate) const {
  Delay delay;
  for_arcs(gate, output, [&](const Pin& from, const CellArc& arc) {
    delay.rise = std::max(delay.rise, arc.rise.at(load(output.net), slews_[from.net]));
    delay.fall = std::max(delay.fall, arc.fall.at(load(output.net), slews_[from.net]));
  });
  return delay;
}

}  // namespace superwarp::cost
