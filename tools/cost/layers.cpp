// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/layers.h"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <stdexcept>

namespace superwarp::cost {
namespace {

/// What a layer states, the number behind each word: "RESISTANCE RPERSQ 0.08 ;".
using Stated = std::map<std::string, double>;

RoutingLayer layer_of(const std::string& layer, const Stated& stated, const std::string& name) {
  const auto figure = [&](const char* word) {
    const auto is = stated.find(word);
    if (is == stated.end() || !(is->second > 0)) {
      throw std::runtime_error(
          fmt::format("{}: layer {}: expected {} with a number above 0", name, layer, word));
    }
    return is->second;
  };
  constexpr double kFemto = 1000;  // fF in a pF
  const double width = figure("WIDTH");
  return {layer, figure("PITCH"), figure("RPERSQ") / width,
          kFemto * (figure("CPERSQDIST") * width + 2 * figure("EDGECAPACITANCE"))};
}

}  // namespace

std::vector<RoutingLayer> read_routing_layers(const std::string& text, const std::string& name) {
  std::vector<RoutingLayer> layers;
  std::istringstream lines(text);
  std::string layer;
  bool routing = false;
  Stated stated;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "LAYER" && layer.empty()) {
      // Inside a cell or a via, a layer's name ends with ';' and opens no section.
      if (words >> first) continue;
      layer = second;
      routing = false;
      stated.clear();
    } else if (first == "END" && !layer.empty() && second == layer) {
      if (routing) layers.push_back(layer_of(layer, stated, name));
      layer.clear();
    } else if (!layer.empty()) {
      routing = routing || (first == "TYPE" && second == "ROUTING");
      std::istringstream number(second);
      double value = 0;
      if (number >> value) {
        stated[first] = value;
      } else if (words >> value) {
        stated[second] = value;
      }
    }
  }
  if (layers.empty())
    throw std::runtime_error(name + ": expected layers of TYPE ROUTING; has none");
  return layers;
}

}  // namespace superwarp::cost
