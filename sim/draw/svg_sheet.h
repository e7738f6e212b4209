// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/draw/history.h"
#include "sim/draw/scene.h"
#include "sim/draw/svg.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/view.h"

namespace superwarp::draw {

// The sizes (in user units), colours and fonts that the parts of an SVG picture share.
inline constexpr double kMargin = 44;
inline constexpr double kCellHeight = 48;
inline constexpr double kGapHeight = 26;  // of a row or the width of a column that stands for many
inline constexpr double kInset = 3;       // of a request's box within its cell
inline constexpr double kArrow = 46;      // room for an arrow
inline constexpr double kAddressSize = 20;

inline constexpr std::uint32_t kInk = 0x1f2328;
inline constexpr std::uint32_t kSubtle = 0x59636e;
inline constexpr std::uint32_t kLine = 0xc4cbd3;
inline constexpr std::uint32_t kPanel = 0xf3f5f7;

inline constexpr Font kTitle = {30, true, kInk, Anchor::kStart};
inline constexpr Font kCaption = {22, false, kInk, Anchor::kStart};
inline constexpr Font kHeading = {20, true, kInk, Anchor::kStart};
inline constexpr Font kNumber = {16, false, kSubtle, Anchor::kMiddle};
inline constexpr Font kSmall = {12, false, kSubtle, Anchor::kMiddle};

/// `font` for text that starts at its place.
inline Font starting(Font font) {
  font.anchor = Anchor::kStart;
  return font;
}

/// The positions of a window's places along one axis.
class Axis {
 public:
  Axis(const Window& window, double start, double place, double gap) {
    double position = start;
    for (const auto& index : window) {
      const double extent = index ? place : gap;
      spans_.push_back({index, position, extent});
      position += extent;
    }
    end_ = position;
  }

  struct Span {
    std::optional<std::uint64_t> index;  ///< none: a gap
    double start;
    double extent;
    [[nodiscard]] double middle() const { return start + extent / 2; }
    [[nodiscard]] double end() const { return start + extent; }
  };

  [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
  [[nodiscard]] double end() const { return end_; }

 private:
  std::vector<Span> spans_;
  double end_ = 0;
};

/// The sheet for the parts of an SVG picture: the run, its shown part, and marks that look the same
/// in all parts. Remembers what the legend must explain.
class SvgSheet {
 public:
  /// Throws std::invalid_argument if the scene contradicts itself.
  SvgSheet(const Scene& scene, const SvgStyle& style);

  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const View& view() const { return view_; }
  [[nodiscard]] SvgCanvas& canvas() { return canvas_; }

  /// Stand the requests by time beside the pipeline? Below it they would make the picture of a wide
  /// machine too high for a slide.
  [[nodiscard]] bool beside() const { return history_.scene().machine.bank_count() > kLowMachine; }

  /// The right end of everything drawn so far.
  [[nodiscard]] double right() const { return right_; }
  void reach(double x);

  [[nodiscard]] Axis columns(const Window& window, double start) const { return {window, start, cell_, kGapHeight}; }
  [[nodiscard]] Axis bank_rows(double start) const { return {view_.banks, start, kCellHeight, kGapHeight}; }

  /// Draws a text; one that starts at `x` extends right().
  void text(double x, double y, std::string_view text, const Font& font);
  /// The approximate width of a text, from the average width of letters.
  static double prose_width(std::string_view text, double size);
  /// The words of a text on lines of at most `width` units.
  static std::vector<std::string> wrapped(const std::string& text, double width, double size);

  /// Marks omitted places.
  void gap(double x, double y);
  /// Draws a request in its warp's colour, or in a dashed frame while it waits. A write has a heavy
  /// frame.
  void request(const Box& cell, const Mark& mark);
  /// Draws a panel with `across` to the right: its requests, what `head` draws above each column, and below it "read"
  /// or "write" and, in a run of several rounds, the round.
  void panel(const Panel& panel, const Axis& across, const Axis& down,
             const std::function<void(const Axis::Span&)>& head);

  /// Of the requests so far: their warps, whether one waits, whether one writes.
  [[nodiscard]] const std::set<std::uint64_t>& warps() const { return warps_; }
  [[nodiscard]] bool waits() const { return waits_; }
  [[nodiscard]] bool writes() const { return writes_; }

 private:
  static constexpr double kColumn = 62;  // the least width of a cell
  static constexpr std::uint32_t kBesideColumns = 9;
  static constexpr std::uint32_t kLowMachine = 8;  // banks

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

/// The numbers that share a colour, by the colour's place in the palette: "W(1), W(9), …", at most
/// `limit` each.
std::map<std::size_t, std::string> names_by_colour(const std::set<std::uint64_t>& numbers, std::string_view letter,
                                                   std::uint32_t limit);

}  // namespace superwarp::draw
