// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/draw/palette.h"
#include "sim/draw/slide_table.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/svg_sheet.h"
#include "sim/draw/text.h"

namespace superwarp::draw {
namespace {

constexpr double kSlideWidth = 1600;
constexpr double kSlideHeight = 900;
constexpr double kTableTop = 230;     // of the first row
constexpr double kTableBottom = 836;  // below the last row
constexpr double kMostLabel = 600;
constexpr double kLabel = 20;  // size of a row's name
constexpr double kTallestRow = 76;
constexpr std::size_t kSlideRows = 10;
constexpr std::size_t kSlideColumns = 12;

/// White at 1; blue is better and red worse, up to a factor of 16.
std::uint32_t shade_of_ratio(double value, bool more_is_better) {
  if (value <= 0) return 0xffffff;
  const double factor = std::log2(value) * (more_is_better ? 1 : -1);
  const double share = std::min(1.0, std::abs(factor) / 4);
  return blend(0xffffff, factor > 0 ? 0x77aaddU : 0xee8866U, share);
}

/// `text` in at most `width` units, with `end` of its letters behind what is left out.
std::string fitting(const std::string& text, double width, double size, std::size_t end = 0) {
  const auto letters = static_cast<std::size_t>(width / (0.56 * size));
  if (text.size() <= letters) return text;
  return text.substr(0, letters - 1 - end) + "…" + text.substr(text.size() - end);
}

void draw_table_heading(SvgCanvas& canvas, const SlideTable& table) {
  Font title = kTitle;
  title.size =
      std::min(title.size + 4, 1.7 * (kSlideWidth - 2 * kMargin) / (1.0 + static_cast<double>(table.title.size())));
  canvas.text(kMargin, 48, clean(table.title), title);
  Font caption = kCaption;
  caption.size =
      std::min(caption.size, 1.7 * (kSlideWidth - 2 * kMargin) / (1.0 + static_cast<double>(table.caption.size())));
  canvas.text(kMargin, 96, clean(table.caption), caption);
}

/// The left end of the first column.
double columns_from(const SlideTable& table) {
  double widest = 0;
  for (const SlideTable::Row& row : table.rows)
    widest = std::max(widest, SvgSheet::prose_width(row.labels.back(), kLabel));
  return kMargin + std::min(widest, kMostLabel) + 16;
}

void draw_table_row(SvgCanvas& canvas, const SlideTable::Row& row, const Box& place) {
  constexpr double kDetail = 14;
  const double room = place.width;
  const double height = place.height;
  const double y = place.y;
  std::string detail;
  for (std::size_t i = row.labels.size() - 1; i-- > 0;) detail += (detail.empty() ? "" : ", ") + row.labels[i];
  const bool both = !detail.empty() && height > 42;
  canvas.text(kMargin, y + height / 2 + (both ? 9 : 0), clean(fitting(row.labels.back(), room, kLabel)),
              {kLabel, true, kInk, Anchor::kStart});
  if (both) {
    canvas.text(kMargin, y + height / 2 - 15, clean(fitting(detail, room, kDetail, 16)),
                {kDetail, false, kSubtle, Anchor::kStart});
  }
}

}  // namespace

std::string slide_table_svg(const SlideTable& table) {
  const std::size_t rows = std::min(table.rows.size(), kSlideRows);
  const std::size_t columns = std::min(table.columns.size(), kSlideColumns);
  const double name_size = columns > 8 ? 13 : 18;
  const double left = columns_from(table);
  const double width = (kSlideWidth - kMargin - left) / static_cast<double>(std::max<std::size_t>(3, columns));
  const double height = std::min(kTallestRow, (kTableBottom - kTableTop) / static_cast<double>(rows));
  SvgCanvas canvas;
  draw_table_heading(canvas, table);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::vector<std::string> lines = SvgSheet::wrapped(clean(table.columns[c]), width - 8, name_size);
    double y = kTableTop - 24 - 22 * static_cast<double>(lines.size() - 1);
    for (const std::string& line : lines) {
      canvas.text(left + width * (static_cast<double>(c) + 0.5), y, line, {name_size, true, kInk, Anchor::kMiddle});
      y += 22;
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const SlideTable::Row& row = table.rows[r];
    const double y = kTableTop + height * static_cast<double>(r);
    draw_table_row(canvas, row, {kMargin, y, left - kMargin - 16, height});
    for (std::size_t c = 0; c < columns; ++c) {
      const Box cell = {left + width * static_cast<double>(c) + 3, y + 3, width - 6, height - 6};
      if (!row.values[c]) {
        canvas.text(cell.middle_x(), cell.middle_y(), "-", {22, false, kSubtle, Anchor::kMiddle});
        continue;
      }
      canvas.box(cell, {shade_of_ratio(*row.values[c], table.more_is_better), kLine, 1, 6, false});
      canvas.text(cell.middle_x(), cell.middle_y(), table_number(*row.values[c]), {24, true, kInk, Anchor::kMiddle});
    }
  }
  std::string below = table.meaning;
  if (table.rows.size() > rows) below += fmt::format("; {} more rows are left out", table.rows.size() - rows);
  if (table.columns.size() > columns)
    below += fmt::format("; {} more columns are left out", table.columns.size() - columns);
  canvas.text(kMargin, kSlideHeight - 30, clean(below), {16, false, kSubtle, Anchor::kStart});
  return canvas.document(kSlideWidth, kSlideHeight, table.title + " - " + table.caption);
}

}  // namespace superwarp::draw
