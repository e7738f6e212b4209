// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>

#include "sim/draw/palette.h"
#include "sim/draw/svg_parts.h"

namespace superwarp::draw {

std::map<std::size_t, std::string> names_by_colour(const std::set<std::uint64_t>& numbers,
                                                   std::string_view letter, std::uint32_t limit) {
  std::map<std::size_t, std::string> names;
  std::map<std::size_t, std::uint32_t> count;
  for (const std::uint64_t number : numbers) {
    const std::size_t colour = number % kPalette.size();
    const std::uint32_t before = count[colour]++;
    if (before < limit)
      names[colour] += fmt::format("{}{}({})", before == 0 ? "" : ", ", letter, number);
    if (before == limit) names[colour] += ", …";
  }
  return names;
}

double draw_legend(SvgSheet& sheet, double y) {
  double x = kMargin;
  const auto entry = [&](const Paint& paint, const std::string& text) {
    const double width = 34 + SvgSheet::prose_width(text, 16) + 20;
    if (x > kMargin && x + width > sheet.right()) {
      x = kMargin;
      y += 32;
    }
    sheet.canvas().box({x, y - 11, 26, 22}, paint);
    sheet.text(x + 34, y, text, {16, false, kInk, Anchor::kStart});
    x += width;
  };
  for (const auto& [colour, names] : names_by_colour(sheet.warps(), "W", 3)) {
    entry({kPalette[colour], kSubtle, 1, 5, false}, names);
  }
  if (sheet.waits()) entry({0xffffff, kSubtle, 1, 5, true}, "waiting");
  if (sheet.writes()) entry({0xffffff, kSubtle, 1, 5, false}, "read");
  if (sheet.writes()) entry({0xffffff, kInk, 2.5, 5, false}, "write");
  sheet.text(kMargin, y + 32,
             fmt::format("T: the thread; of merged requests, the leader{}",
                         sheet.history().max_merged() > 1 ? " (×2: two in one)" : ""),
             {16, false, kSubtle, Anchor::kStart});
  return y + 32;
}

}  // namespace superwarp::draw
