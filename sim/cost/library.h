// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
  std::string package;      ///< of Debian
  std::filesystem::path liberty;
};

/// All libraries, in the order to show them.
const std::vector<Library>& libraries();

/// What the flow takes from a library beside its delays.
struct Cells {
  std::map<std::string, double> area;                     ///< in um2, of every cell by name
  std::set<std::pair<std::string, std::string>> outputs;  ///< cell and pin
  double inverter_load = 0;  ///< capacitance in pF of the smallest inverter's input

  /// Of the smallest NAND of two inputs: one gate equivalent, in um2.
  [[nodiscard]] double gate() const;
};

/// The cells that the libraries have in common, by what the flow needs them for.
inline constexpr const char* kGate = "NAND2X1";
inline constexpr const char* kInverter = "INVX1";
inline constexpr const char* kDriver = "BUFX2";  ///< what drives an input
inline constexpr const char* kBuffer = "BUFX4";  ///< what takes part of the inputs of a net

/// Loads on an output, in inputs of the smallest inverter.
inline constexpr double kFanout = 4;

/// Reads the text of a Liberty file. Throws std::runtime_error if it lacks one of the cells above.
Cells read_liberty(const std::string& text, const std::string& name);

/// The text of a Liberty file without its pads, which a mapper takes for large buffers.
std::string without_pads(const std::string& text);

/// Is a cell of this name a flip-flop?
bool is_flip_flop(const std::string& cell);

}  // namespace superwarp::cost
