// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/files/command_words.h"

namespace superwarp::sweep {

/// An option of `superwarp run` with its values.
struct Axis {
  std::string option;               ///< without dashes: "super-warp"
  std::vector<std::string> values;  ///< at least one; of a flag "true" and "false"
  std::size_t line = 0;             ///< of the file
  std::size_t column = 0;           ///< of the file
};

/// The options of one run: those for all in the order of the file, then those of [[workloads]],
/// then those of [[machines]], then the seed.
using Point = files::OptionWords;
using Choice = files::OptionWord;

/// The names that a space file may use.
struct Names {
  std::vector<std::string> point;  ///< options of a point
  std::vector<std::string> cost;   ///< options of [cost]
  std::set<std::string> numbers;   ///< options of either whose values are whole numbers
};

/// A design space: for each of its workloads, for each of its machines, every combination of
/// values. Points are numbered, the last axis fastest, and made on demand: a space may be larger
/// than memory.
class Space {
 public:
  /// Reads TOML; `name` is the file in messages. Throws InputError with the line, what was
  /// expected, and the nearest name.
  static Space read(const std::string& text, const std::string& name, const Names& known);

  /// Number of points, including those that [[skip]] leaves out.
  [[nodiscard]] std::uint64_t points() const { return points_; }

  /// Point `number`, in [0, points()).
  [[nodiscard]] Point at(std::uint64_t number) const;

  /// The line of the option of point `number` that the message `wrong` is about: it names the
  /// option with dashes, or quotes its value. 0 if there is none.
  [[nodiscard]] std::size_t line_of(std::uint64_t number, const std::string& wrong) const;

  /// The options of its points, in the order of the file, the seed last.
  [[nodiscard]] std::vector<std::string> options() const;

  /// Does a [[skip]] leave `point` out?
  [[nodiscard]] bool skips(const Point& point) const;

  /// The settings of [cost] and their line; nothing if units are not costed.
  [[nodiscard]] const std::optional<Point>& cost() const { return cost_; }
  [[nodiscard]] std::size_t cost_line() const { return cost_line_; }

 private:
  using Axes = std::vector<Axis>;

  void add(Axes family, const std::string& name);
  [[nodiscard]] std::size_t family_of(std::uint64_t number) const;

  std::vector<Axes> families_;        ///< one for each workload and machine
  std::vector<std::uint64_t> first_;  ///< number of the first point of each family
  std::vector<Axes> skip_;
  std::optional<Point> cost_;
  std::size_t cost_line_ = 0;
  std::uint64_t points_ = 0;
};

}  // namespace superwarp::sweep
