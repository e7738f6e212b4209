// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace superwarp::draw {

/// A rectangle in a picture, in user units.
struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] double middle_x() const { return x + width / 2; }
  [[nodiscard]] double middle_y() const { return y + height / 2; }
};

/// How a shape is painted; colours are 0xRRGGBB.
struct Paint {
  std::uint32_t fill = 0xffffff;
  std::uint32_t stroke = 0xffffff;
  double stroke_width = 0;  ///< 0: no outline
  double radius = 0;        ///< of the corners
  bool dashed = false;
};

enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };

/// How a text is set.
struct Font {
  double size = 20;
  bool bold = false;
  std::uint32_t colour = 0x1f2328;
  Anchor anchor = Anchor::kMiddle;
};

/// Collects shapes for a standalone SVG document. It uses presentation attributes only, so that
/// browsers, README pages and slide programs show the same.
class SvgCanvas {
 public:
  void box(const Box& box, const Paint& paint);
  /// `y` is the vertical middle of the letters.
  void text(double x, double y, std::string_view text, const Font& font);
  void line(double x1, double y1, double x2, double y2, std::uint32_t colour, double width);
  /// Filled outlines from SVG path data. `place` gives the origin, and the length of 1 in x and y.
  void path(std::string_view data, std::uint32_t fill, const Box& place);
  /// A horizontal arrow.
  void arrow(double x1, double x2, double y, std::uint32_t colour);

  /// The document; `description` is for screen readers.
  [[nodiscard]] std::string document(double width, double height, std::string_view description) const;

  /// The width of `characters` bold digits of `size` in the widest usual font.
  static double text_width(std::size_t characters, double size) {
    return 0.68 * size * static_cast<double>(characters);
  }

 private:
  std::string shapes_;
};

}  // namespace superwarp::draw
