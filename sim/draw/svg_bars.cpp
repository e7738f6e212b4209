// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/draw/palette.h"
#include "sim/draw/svg.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/svg_sheet.h"
#include "sim/draw/text.h"

namespace superwarp::draw {
namespace {

constexpr double kBarsWidth = 1600;
constexpr double kBarPitch = 62;
constexpr double kBarHeight = 38;
constexpr double kNameSize = 22;
constexpr double kRoomForText = 190;  // right of the longest bar

/// The smallest step of ..., 0.1, 0.2, 0.5, 1, 2, 5, ... with at most eight steps up to `most`.
double round_step(double most) {
  double step = std::pow(10, std::floor(std::log10(most / 8)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (step * 8 >= most) break;
    step *= factor;
  }
  return step;
}

/// One box, or one for each share.
void draw_bar(SvgCanvas& canvas, const Bar& bar, const Box& all) {
  if (bar.shares.empty()) {
    canvas.box(all, {bar.value < 1 ? 0xee8866U : kPalette[0], 0, 0, 3, false});
    return;
  }
  double x = all.x;
  for (std::size_t kind = 0; kind < bar.shares.size(); ++kind) {
    const double width = bar.shares[kind] * all.width;
    if (width > 0) canvas.box({x, all.y, width, all.height}, {kPalette.at(kind), 0, 0, 0, false});
    x += width;
  }
}

/// What the colours of parts mean.
void draw_kinds(SvgCanvas& canvas, const std::vector<std::string>& kinds, double y) {
  double x = kMargin;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    canvas.box({x, y - kNameSize / 2, kNameSize, kNameSize}, {kPalette.at(kind), 0, 0, 3, false});
    x += kNameSize + 8;
    canvas.text(x, y, kinds[kind], {kNameSize, false, kInk, Anchor::kStart});
    x += SvgSheet::prose_width(kinds[kind], kNameSize) + 26;
  }
}

}  // namespace

std::string draw_bars_svg(const Bars& bars) {
  double names = 0;
  double most = bars.kinds.empty() ? 1 : 0;
  for (const Bar& bar : bars.bars) {
    names = std::max(names, SvgSheet::prose_width(clean(bar.name), kNameSize));
    most = std::max(most, bar.value + bar.half);
  }
  const double left = kMargin + std::min(names, kBarsWidth / 2) + 20;
  const double unit = (kBarsWidth - kMargin - kRoomForText - left) / most;
  const double top = 132;
  const double bottom = top + kBarPitch * static_cast<double>(bars.bars.size());
  SvgCanvas canvas;
  Font title = kTitle;
  title.size = std::min(title.size + 4, 1.8 * kBarsWidth / (1.0 + bars.title.size()));
  canvas.text(kMargin, 50, clean(bars.title), title);
  canvas.text(kMargin, 92, clean(bars.caption), kCaption);

  const double step = round_step(most);
  for (int tick = 0; tick * step <= most; ++tick) {
    const double x = left + tick * step * unit;
    canvas.line(x, top, x, bottom, kLine, 1);
    canvas.text(x, bottom + 22, fmt::format("{:g}", tick * step), {kNameSize, false, kSubtle, Anchor::kMiddle});
  }
  if (bars.kinds.empty()) canvas.line(left + unit, top, left + unit, bottom, kSubtle, 2);

  double y = top + kBarPitch / 2;
  for (const Bar& bar : bars.bars) {
    const double end = left + bar.value * unit;
    canvas.text(left - 14, y, clean(bar.name), {kNameSize, false, kInk, Anchor::kEnd});
    draw_bar(canvas, bar, {left, y - kBarHeight / 2, bar.value * unit, kBarHeight});
    const double reach = bar.half * unit;
    if (reach > 0) {
      canvas.line(end - reach, y, end + reach, y, kInk, 2);
      for (const double x : {end - reach, end + reach}) canvas.line(x, y - 9, x, y + 9, kInk, 2);
    }
    canvas.text(end + reach + 12, y, clean(bar.text), {kNameSize, true, kInk, Anchor::kStart});
    y += kBarPitch;
  }
  canvas.text(left, bottom + 60, clean(bars.axis), {kNameSize, false, kInk, Anchor::kStart});
  if (!bars.kinds.empty()) draw_kinds(canvas, bars.kinds, bottom + 105);
  return canvas.document(kBarsWidth, bottom + (bars.kinds.empty() ? 90 : 140), bars.title + " - " + bars.axis);
}

}  // namespace superwarp::draw
