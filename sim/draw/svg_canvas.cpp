// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/svg_canvas.h"

#include <fmt/format.h>

#include "sim/draw/text.h"

namespace superwarp::draw {

namespace {

const char* anchor_name(Anchor anchor) {
  return anchor == Anchor::kStart ? "start" : anchor == Anchor::kMiddle ? "middle" : "end";
}

}  // namespace

void SvgCanvas::box(const Box& box, const Paint& paint) {
  shapes_ += fmt::format(R"(<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}" fill="#{:06x}")", box.x, box.y,
                         box.width, box.height, paint.radius, paint.fill);
  if (paint.stroke_width > 0) {
    shapes_ += fmt::format(R"( stroke="#{:06x}" stroke-width="{:g}")", paint.stroke, paint.stroke_width);
  }
  if (paint.dashed) shapes_ += R"( stroke-dasharray="5 4")";
  shapes_ += "/>\n";
}

void SvgCanvas::text(double x, double y, std::string_view text, const Font& font) {
  // Not every program knows dominant-baseline. Digits and capitals are 0.72 of the size high.
  shapes_ += fmt::format(R"(<text x="{:g}" y="{:g}" font-size="{:g}" text-anchor="{}" fill="#{:06x}"{}>)", x,
                         y + 0.36 * font.size, font.size, anchor_name(font.anchor), font.colour,
                         font.bold ? R"( font-weight="bold")" : "");
  shapes_ += escaped(clean(text)) + "</text>\n";
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, std::uint32_t colour, double width) {
  shapes_ += fmt::format(R"(<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" stroke="#{:06x}" stroke-width="{:g}"/>)", x1,
                         y1, x2, y2, colour, width);
  shapes_ += '\n';
}

void SvgCanvas::path(std::string_view data, std::uint32_t fill, const Box& place) {
  shapes_ += fmt::format("<path transform=\"translate({:g} {:g}) scale({:.9g} {:.9g})\" fill=\"#{:06x}\" d=\"", place.x,
                         place.y, place.width, place.height, fill);
  shapes_.append(data).append("\"/>\n");
}

void SvgCanvas::arrow(double x1, double x2, double y, std::uint32_t colour) {
  constexpr double kHead = 9;
  line(x1, y, x2 - kHead, y, colour, 2);
  shapes_ += fmt::format(R"(<path d="M{:g} {:g}L{:g} {:g}L{:g} {:g}Z" fill="#{:06x}"/>)", x2, y, x2 - kHead,
                         y - kHead / 2, x2 - kHead, y + kHead / 2, colour);
  shapes_ += '\n';
}

std::string SvgCanvas::document(double width, double height, std::string_view description) const {
  std::string svg = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:g} {1:g}" width="{0:g}" height="{1:g}" )"
      R"(font-family="Helvetica, Arial, sans-serif" role="img">)",
      width, height);
  svg += "\n<title>" + escaped(clean(description)) + "</title>\n";
  svg += fmt::format(R"(<rect width="{:g}" height="{:g}" fill="#ffffff"/>)", width, height);
  return svg + '\n' + shapes_ + "</svg>\n";
}

}  // namespace superwarp::draw
