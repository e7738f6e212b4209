// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace superwarp::sweep {

/// An option of `superwarp run` with the values that it takes in turn.
struct Axis {
  std::string option;               ///< without dashes: "super-warp"
  std::vector<std::string> values;  ///< at least one; of a flag "true" and "false"
  std::size_t line = 0;             ///< of the file
};

/// One choice of an axis.
struct Choice {
  std::string option;
  std::string value;
};

/// What one run is asked for, in the order of the file: [[machines]] last, the seed behind them.
using Point = std::vector<Choice>;

/// `value` as a word of a command, quoted where a shell would take it apart.
std::string quoted(const std::string& value);

/// "--machine dmm --width 8 --shallow": as `superwarp run` takes it.
std::string options_of(const Point& point);

/// What a space file may say.
struct Names {
  std::vector<std::string> point;  ///< options of a point
  std::vector<std::string> cost;   ///< what says how the points' units are costed
};

/// A design space: for each of its families of machines every combination of what is said for all
/// and of what the family says, for several keys of what is random. Points are numbered, the last
/// axis fastest, and made when they are asked for: a space may be larger than memory.
class Space {
 public:
  /// Reads TOML; `name` is what messages call the file. Throws InputError with the line, what was
  /// expected, and the nearest name.
  static Space read(const std::string& text, const std::string& name, const Names& known);

  /// How many there are, those that are left out by [[skip]] among them.
  [[nodiscard]] std::uint64_t points() const { return points_; }

  /// Point `number`, which is below points().
  [[nodiscard]] Point at(std::uint64_t number) const;

  /// The options that its points have, in the order of the file, the seed last.
  [[nodiscard]] std::vector<std::string> options() const;

  /// Does a [[skip]] leave it out?
  [[nodiscard]] bool skips(const Point& point) const;

  /// How its points' units are costed, if they are, and the line that says so.
  [[nodiscard]] const std::optional<Point>& cost() const { return cost_; }
  [[nodiscard]] std::size_t cost_line() const { return cost_line_; }

 private:
  using Axes = std::vector<Axis>;

  std::vector<Axes> families_;        ///< with what holds for all
  std::vector<std::uint64_t> first_;  ///< point of each of them
  std::vector<Axes> skip_;
  std::optional<Point> cost_;
  std::size_t cost_line_ = 0;
  std::uint64_t points_ = 0;
};

}  // namespace superwarp::sweep
