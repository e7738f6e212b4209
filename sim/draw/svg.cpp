// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/svg.h"

#include <fmt/format.h>

#include "sim/draw/summary.h"
#include "sim/draw/svg_parts.h"

namespace superwarp::draw {

std::string draw_svg(const Scene& scene, const SvgStyle& style) {
  SvgSheet sheet(scene, style);
  const std::string caption = fmt::format("{}: {}", machine_text(scene.machine), time_text(scene));
  double y = kMargin + 10;
  if (!scene.title.empty()) {
    sheet.text(kMargin, y, scene.title, kTitle);
    y += 40;
  }
  sheet.text(kMargin, y, caption, kCaption);
  y = draw_pipeline(sheet, y + 54);
  y = draw_times(sheet, y + 48);
  y = draw_legend(sheet, y + 40);
  return sheet.canvas().document(sheet.right() + kMargin, y + kMargin,
                                 scene.title + " - " + caption);
}

}  // namespace superwarp::draw
