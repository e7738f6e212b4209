#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>

#include "sim/draw/palette.h"
#include "sim/draw/svg_parts.h"

namespace superwarp::draw {
namespace {

// "W(1), W(9)": who has which of the palette's colours.
std::map<std::size_t, std::string> names_by_colour(const SvgSheet& sheet) {
  std::map<std::size_t, std::string> names;
  std::map<std::size_t, std::uint32_t> count;
  for (const std::uint64_t warp : sheet.warps()) {
    const std::size_t colour = warp % kPalette.size();
    const std::uint32_t before = count[colour]++;
    if (before < 3) names[colour] += fmt::format("{}W({})", before == 0 ? "" : ", ", warp);
    if (before == 3) names[colour] += ", …";
  }
  return names;
}

}  // namespace

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
  for (const auto& [colour, names] : names_by_colour(sheet)) {
    entry({kPalette[colour], kSubtle, 1, 5, false}, names);
  }
  if (sheet.waits()) entry({0xffffff, kSubtle, 1, 5, true}, "waiting");
  if (sheet.writes()) entry({0xffffff, kSubtle, 1, 5, false}, "read");
  if (sheet.writes()) entry({0xffffff, kInk, 2.5, 5, false}, "write");
  sheet.text(kMargin, y + 32,
             fmt::format("T: the thread, where requests merge the one that leads{}",
                         sheet.history().max_merged() > 1 ? " (×2: two in one)" : ""),
             {16, false, kSubtle, Anchor::kStart});
  return y + 32;
}

}  // namespace superwarp::draw
