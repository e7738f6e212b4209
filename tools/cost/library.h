// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
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

/// What the flow reads from a library, apart from delays.
struct Cells {
  std::map<std::string, double> area;                     ///< in um2, by the cell's name
  std::set<std::pair<std::string, std::string>> outputs;  ///< cell and pin
  double inverter_load = 0;  ///< capacitance in pF of the smallest inverter's input

  /// Area of the smallest two-input NAND, one gate equivalent, in um2.
  [[nodiscard]] double gate() const;
};

/// Cells that all libraries have, by their use in the flow.
inline constexpr const char* kGate = "NAND2X1";
inline constexpr const char* kInverter = "INVX1";
inline constexpr const char* kDriver = "BUFX2";  ///< drives an input of the design
inline constexpr const char* kBuffer = "BUFX4";  ///< drives part of the inputs of a net

/// Load of an output, in inputs of the smallest inverter.
inline constexpr double kFanout = 4;

/// Reads the text of a Liberty file. Throws std::runtime_error if it lacks one of the cells above.
Cells read_liberty(const std::string& text, const std::string& name);

/// The cell's name if `line` of a Liberty file opens one, else empty.
std::string cell_named_in(const std::string& line);

/// Reads the area that `line` states; false if it states none.
bool area_in(const std::string& line, double& area);

/// The text of a Liberty file without pads, which a mapper would use as large buffers.
std::string without_pads(const std::string& text);

/// A cell of this name is a flip-flop.
bool is_flip_flop(const std::string& cell);

}  // namespace superwarp::cost
