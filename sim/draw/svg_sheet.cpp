// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/svg_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "sim/draw/palette.h"

namespace superwarp::draw {

SvgSheet::SvgSheet(const Scene& scene, const SvgStyle& style) : history_(scene), cell_(cell_width()) {
  const double columns = std::max<double>(style.columns, 9) * kColumn / std::max(cell_, kColumn);
  // Beside the pipeline there is room for fewer time units than below it.
  const double width = (beside() ? kBesideColumns : style.columns) * kColumn;
  view_ = superwarp::draw::view(history_, {static_cast<std::uint64_t>(columns), std::max(style.banks, 3U),
                                           static_cast<std::uint64_t>(std::max(width / cell_, 5.0))});
}

double SvgSheet::cell_width() const {
  const std::size_t digits =
      fmt::formatted_size("{}", std::max<std::uint64_t>(history_.max_address(), history_.time_units()));
  return std::max(kColumn, SvgCanvas::text_width(digits, kAddressSize) + 26);
}

double SvgSheet::prose_width(std::string_view text, double size) {
  return 0.56 * size * static_cast<double>(text.size());
}

std::vector<std::string> SvgSheet::wrapped(const std::string& name, double width, double size) {
  std::vector<std::string> lines(1);
  std::istringstream words(name);
  for (std::string word; words >> word;) {
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (prose_width(longer, size) <= width || lines.back().empty()) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

void SvgSheet::reach(double x) { right_ = std::max(right_, x); }

void SvgSheet::text(double x, double y, std::string_view text, const Font& font) {
  canvas_.text(x, y, text, font);
  if (font.anchor == Anchor::kStart) reach(x + prose_width(text, font.size));
}

void SvgSheet::gap(double x, double y) { canvas_.text(x, y, "…", {18, true, kSubtle, Anchor::kMiddle}); }

void SvgSheet::request(const Box& cell, const Mark& mark) {
  const Box box = {cell.x + kInset, cell.y + kInset, cell.width - 2 * kInset, cell.height - 2 * kInset};
  warps_.insert(mark.warp);
  waits_ = waits_ || mark.waiting;
  writes_ = writes_ || mark.op == Op::kWrite;
  Paint paint = {warp_colour(mark.warp), kSubtle, 1, 6, mark.waiting};
  if (mark.waiting) paint.fill = 0xffffff;
  if (mark.op == Op::kWrite) paint.stroke = kInk;
  if (mark.op == Op::kWrite) paint.stroke_width = 2.5;
  canvas_.box(box, paint);
  if (mark.waiting) {  // a stripe in the warp's colour
    canvas_.box({box.x + 3, box.y + 6, 4, box.height - 12}, {warp_colour(mark.warp), 0, 0, 2, false});
  }
  canvas_.text(box.middle_x(), box.y + 15, fmt::format("{}", mark.address),
               {kAddressSize, true, kInk, Anchor::kMiddle});
  const std::string merged = mark.merged > 1 ? fmt::format(" ×{}", mark.merged) : "";
  canvas_.text(box.middle_x(), box.y + 31, fmt::format("T{}{}", mark.thread, merged),
               {11, false, 0x33393f, Anchor::kMiddle});
}

void SvgSheet::panel(const Panel& panel, const Axis& across, const Axis& down,
                     const std::function<void(const Axis::Span&)>& head) {
  for (const auto& row : down.spans()) {
    for (const auto& column : across.spans()) {
      if (!row.index || !column.index) {
        gap(column.middle(), row.middle());
      } else if (const auto mark = panel.cell(*column.index, static_cast<std::uint32_t>(*row.index))) {
        request({column.start, row.start, column.extent, row.extent}, *mark);
      } else {
        canvas_.box({column.middle() - 2, row.middle() - 2, 4, 4}, {kLine, 0, 0, 2, false});
      }
    }
  }
  for (const auto& column : across.spans()) {
    if (!column.index) continue;
    head(column);
    const std::optional<Tag> tag = panel.tag(*column.index);
    if (!tag) continue;
    canvas_.text(column.middle(), down.end() + 14, tag->op == Op::kRead ? "read" : "write", kSmall);
    if (history_.several_rounds())
      canvas_.text(column.middle(), down.end() + 29, fmt::format("round {}", tag->round), kSmall);
  }
}

std::map<std::size_t, std::string> names_by_colour(const std::set<std::uint64_t>& numbers, std::string_view letter,
                                                   std::uint32_t limit) {
  std::map<std::size_t, std::string> names;
  std::map<std::size_t, std::uint32_t> count;
  for (const std::uint64_t number : numbers) {
    const std::size_t colour = number % kPalette.size();
    const std::uint32_t before = count[colour]++;
    if (before < limit) names[colour] += fmt::format("{}{}({})", before == 0 ? "" : ", ", letter, number);
    if (before == limit) names[colour] += ", …";
  }
  return names;
}

}  // namespace superwarp::draw
