// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/gates.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace superwarp::cost {
namespace {

constexpr double kPortSlew = 0.1;  // ns: of a small buffer with a few inputs behind it

}  // namespace

Gates::Gates(std::istream& verilog, const CellModels& models, double wire_pf) : wire_pf_(wire_pf) {
  std::unordered_map<std::string, Net> known;
  for (std::string line; std::getline(verilog, line) && line != "endmodule";) {
    if (line.compare(0, 2, "  ") != 0 || line == "  );") continue;
    if (line.compare(0, 5, "    .") != 0) {
      const std::string type = line.substr(2, line.find(' ', 2) - 2);
      if (type == "input" || type == "output" || type == "wire") continue;
      const auto cell = models.cells.find(type);
      if (cell == models.cells.end()) throw std::runtime_error("netlist: no cell " + type);
      const std::size_t name = line.find(' ', 2) + 1;
      gates_.push_back({type, line.substr(name, line.rfind('(') - name), &cell->second, {}});
      continue;
    }
    const std::size_t open = line.find('(');
    const std::string pin = line.substr(5, open - 5);
    std::string net = line.substr(open + 1, line.rfind(')') - open - 1);
    if (net[0] == '\\') net = net.substr(1, net.size() - 2);
    const auto [place, added] = known.emplace(net, static_cast<Net>(nets_.size()));
    if (added) nets_.push_back(net);
    const auto is = gates_.back().is->pins.find(pin);
    if (is == gates_.back().is->pins.end())
      throw std::runtime_error("netlist: no pin " + gates_.back().type + "." + pin);
    gates_.back().pins.push_back({pin, place->second, &is->second});
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
      for (const CellArc& arc : pin.is->arcs) {
        for (const Pin& from : gate.pins) {
          if (from.name != arc.from) continue;
          slew = std::max({slew, arc.rise_slew.at(load(pin.net), slews_[from.net]),
                           arc.fall_slew.at(load(pin.net), slews_[from.net])});
        }
      }
      if (slew > 0) slews_[pin.net] = slew;
      for (const std::uint32_t reader : reads[pin.net])
        if (--waits_for[reader] == 0) ready.push_back(reader);
    }
  }
}

Gates::Delay Gates::delay(const Pin& output, const Gate& gate) const {
  Delay delay;
  for (const CellArc& arc : output.is->arcs) {
    for (const Pin& from : gate.pins) {
      if (from.name != arc.from) continue;
      delay.rise = std::max(delay.rise, arc.rise.at(load(output.net), slews_[from.net]));
      delay.fall = std::max(delay.fall, arc.fall.at(load(output.net), slews_[from.net]));
    }
  }
  return delay;
}

}  // namespace superwarp::cost
