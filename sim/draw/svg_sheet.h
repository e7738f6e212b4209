// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "sim/draw/history.h"
#include "sim/draw/scene.h"
#include "sim/draw/svg.h"
#include "sim/draw/svg_axis.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/svg_theme.h"
#include "sim/draw/view.h"

namespace superwarp::draw {

/// What the parts of an SVG picture draw on: the run, the part of it that is shown, and the marks
/// that mean the same everywhere. Keeps what the legend has to explain.
class SvgSheet {
 public:
  /// Throws std::invalid_argument if the scene contradicts itself.
  SvgSheet(const Scene& scene, const SvgStyle& style);

  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const View& view() const { return view_; }
  [[nodiscard]] SvgCanvas& canvas() { return canvas_; }

  /// The right end of everything so far.
  [[nodiscard]] double right() const { return right_; }
  void reach(double x);

  [[nodiscard]] Axis columns(const Window& window, double start) const {
    return {window, start, cell_, kGapHeight};
  }
  [[nodiscard]] Axis bank_rows(double start) const {
    return {view_.banks, start, kCellHeight, kGapHeight};
  }

  /// Like the canvas's, and reaches as far as a text that starts at `x` does.
  void text(double x, double y, std::string_view text, const Font& font);
  /// About how wide a text is: letters are narrower than digits, and the longer a text the closer
  /// to their average.
  static double prose_width(std::string_view text, double size);

  /// In place of the places that are left out.
  void gap(double x, double y);
  /// On its warp's colour, or in a dashed frame while it waits; a write has a heavy frame.
  void request(const Box& cell, const Mark& mark);
  /// Banks (or lanes) down and `across` to the right; `at` tells the request in a cell.
  template <typename At>
  void grid(const Axis& across, const Axis& down, At at);
  /// "read" and, in a run of several rounds, the round.
  void tag(double x, double y, Op op, std::uint64_t round);

  /// Of the requests so far: whose they are, does one wait, does one write?
  [[nodiscard]] const std::set<std::uint64_t>& warps() const { return warps_; }
  [[nodiscard]] bool waits() const { return waits_; }
  [[nodiscard]] bool writes() const { return writes_; }

 private:
  static constexpr double kColumn = 62;  // the least width of a cell

  [[nodiscard]] double cell_width() const;

  History history_;
  double cell_;
  View view_;
  SvgCanvas canvas_;
  double right_ = 0;
  std::set<std::uint64_t> warps_;
  bool waits_ = false;
  bool writes_ = false;
};

template <typename At>
void SvgSheet::grid(const Axis& across, const Axis& down, At at) {
  for (const auto& row : down.spans()) {
    for (const auto& column : across.spans()) {
      if (!row.index || !column.index) {
        gap(column.middle(), row.middle());
        continue;
      }
      const std::optional<Mark> mark = at(*column.index, static_cast<std::uint32_t>(*row.index));
      if (mark) {
        request({column.start, row.start, column.extent, row.extent}, *mark);
      } else {
        canvas_.box({column.middle() - 2, row.middle() - 2, 4, 4}, {kLine, 0, 0, 2, false});
      }
    }
  }
}

}  // namespace superwarp::draw
