// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace superwarp::cost {

/// An open library of standard cells.
struct Library {
  std::string name;         ///< as typed: "osu018"
  std::string description;  ///< one line
  std::string package;      ///< Debian package
  std::filesystem::path liberty;
  std::filesystem::path lef;  ///< the cells as drawn
  bool has_layers;            ///< the .lef states the wires' resistance and capacitance
};

/// All libraries, in display order.
const std::vector<Library>& libraries();

/// A cell of this name is a flip-flop.
bool is_flip_flop(const std::string& cell);

/// The text of a Liberty file without pads, which a mapper would use as large buffers.
std::string without_pads(const std::string& text);

/// A cell as drawn, in um.
struct DrawnSize {
  double width = 0;
  double height = 0;

  [[nodiscard]] double area() const { return width * height; }
};
using DrawnSizes = std::map<std::string, DrawnSize>;

/// The cells of a .lef by name. Throws std::runtime_error if `text` has no cell.
DrawnSizes read_drawn_sizes(const std::string& text, const std::string& name);

/// A cell whose area in the Liberty file is not the one that is drawn.
struct MendedArea {
  std::string cell;
  double stated = 0;  ///< in the Liberty file, in um2
  double drawn = 0;   ///< in the .lef
};

/// Replaces areas in `liberty` by the drawn ones where they differ. A mapper prefers cells that
/// look small, so a wrong area also changes the netlist.
std::vector<MendedArea> mend_areas(std::string& liberty, const DrawnSizes& drawn);

/// "NAND3X1 32 for 36, OAI21X1 32 for 23": what was mended.
std::string said(const std::vector<MendedArea>& mended);

/// A layer for wires, as a .lef states it.
struct RoutingLayer {
  std::string name;
  double pitch = 0;       ///< from track to track, in um
  double ohm_per_um = 0;  ///< of a wire of the least width
  double ff_per_um = 0;   ///< of that wire to the ground, by area and both edges; no neighbours
};

/// The layers of type ROUTING in a .lef, lowest first. Throws std::runtime_error with `name` if
/// there is none, or a figure of one is missing.
std::vector<RoutingLayer> read_routing_layers(const std::string& text, const std::string& name);

}  // namespace superwarp::cost
