// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "sim/ask/picture.h"
#include "sim/draw/palette.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/svg_sheet.h"
#include "sim/draw/text.h"

namespace superwarp::ask {
namespace {

using draw::Anchor;

constexpr std::size_t kBanks = 32;
constexpr std::size_t kMostRows = 4;  // instructions
constexpr double kCell = 14;
constexpr double kPanelSize = kCell * kBanks;
constexpr double kWidth = 1600;
constexpr double kLeft = 96;
constexpr double kPanelGap = 62;
constexpr double kTop = 150;
constexpr double kHeadOfPanel = 84;
constexpr double kFootOfPanel = 62;
constexpr draw::Font kTick = {18, false, draw::kSubtle, Anchor::kMiddle};
constexpr draw::Font kName = {22, true, draw::kInk, Anchor::kStart};
constexpr draw::Font kText = {20, false, draw::kInk, Anchor::kStart};

/// From light blue for the first slot to dark red for the last of `most`.
std::uint32_t colour(std::uint32_t slot, std::uint32_t most) {
  if (slot == 1) return 0x77aadd;
  return draw::blend(0xf6c141, 0xa33b00,
                     most <= 2 ? 0.3 : static_cast<double>(slot - 2) / (most - 2));
}

/// `font` so small that `text` fits into `room`.
draw::Font fitting(draw::Font font, const std::string& text, double room) {
  const double width = draw::SvgSheet::prose_width(text, font.size);
  if (width > room) font.size *= room / width;
  return font;
}

class Sheet {
 public:
  explicit Sheet(const Answer& answer) : answer_(answer) {
    const Search& search = answer.search();
    for (const auto& best : {search.best_pad, search.best_swizzle})
      if (best) cures_.push_back(&search.tried[*best]);
  }

  std::string draw() {
    const std::string title = draw::clean(sentence(answer_));
    const std::size_t split = title.find(": ");
    canvas_.text(draw::kMargin, 48, title.substr(0, split),
                 fitting(draw::kTitle, title.substr(0, split), kWidth - 2 * draw::kMargin));
    const std::string rest = split == std::string::npos ? "" : title.substr(split + 2);
    canvas_.text(draw::kMargin, 92, rest,
                 fitting(draw::kCaption, rest, kWidth - 2 * draw::kMargin));
    double y = kTop;
    const std::size_t rows = std::min(kMostRows, answer_.instructions.size());
    for (std::size_t i = 0; i < rows; ++i) {
      if (!answer_.instructions[i].executed) continue;
      draw_row(i, y);
      y += kHeadOfPanel + kPanelSize + kFootOfPanel;
    }
    draw_legend(y + 20);
    return canvas_.document(kWidth, y + 60, title);
  }

 private:
  void draw_row(std::size_t instruction, double y) {
    const std::size_t execution = answer_.instructions[instruction].worst;
    const Instruction& access = answer_.accesses.instructions[instruction];
    const std::string text =
        draw::clean(fmt::format("{}{}, {}", access.text, access.op == Op::kWrite ? " (store)" : "",
                                execution_name(answer_.accesses, execution)));
    canvas_.text(kLeft, y, text, fitting(kName, text, kWidth - kLeft - draw::kMargin));
    double x = kLeft;
    draw_panel(execution, nullptr, x, y);
    for (const Cure* cure : cures_) {
      if (answer_.accesses.instructions[instruction].tile != cure->tile) continue;
      x += kPanelSize + kPanelGap;
      draw_panel(execution, cure, x, y);
    }
  }

  void draw_panel(std::size_t execution, const Cure* cure, double x, double y) {
    const std::vector<Request> requests = requests_with(answer_.accesses, execution, cure);
    std::uint32_t most = 1;
    for (const Request& request : requests) most = std::max(most, request.slot);
    most_ = std::max(most_, most);
    const Tile& tile = answer_.accesses.tiles[answer_.search().tile];
    const std::string what =
        fmt::format("{}: {}", draw::clean(cure == nullptr ? declaration(tile) : cure->change),
                    draw::counted(most, "slot"));
    canvas_.text(x, y + 36, what, fitting(kText, what, kPanelSize));
    const double top = y + kHeadOfPanel;
    canvas_.box({x, top, kPanelSize, kPanelSize}, {draw::kPanel, 0, 0, 0, false});
    for (std::size_t i = 0; i < kBanks; i += 8) {
      const double middle = (static_cast<double>(i) + 0.5) * kCell;
      canvas_.text(x + middle, top - 14, fmt::format("{}", i), kTick);
      canvas_.text(x - 8, top + middle, fmt::format("{}", i),
                   {18, false, draw::kSubtle, Anchor::kEnd});
      const double at = static_cast<double>(i) * kCell;
      if (i == 0) continue;
      canvas_.line(x + at, top, x + at, top + kPanelSize, draw::kLine, 1);
      canvas_.line(x, top + at, x + kPanelSize, top + at, draw::kLine, 1);
    }
    for (const Request& request : requests) {
      canvas_.box(
          {x + request.bank * kCell + 1, top + request.thread * kCell + 1, kCell - 2, kCell - 2},
          {colour(request.slot, most), 0, 0, 2, false});
    }
    canvas_.text(x + kPanelSize / 2, top + kPanelSize + 22, "bank", kTick);
    if (x == kLeft) canvas_.text(x - 40, top - 14, "lane", kTick);
  }

  void draw_legend(double y) {
    double x = kLeft;
    const auto entry = [&](std::uint32_t fill, const std::string& text) {
      canvas_.box({x, y - 11, 22, 22}, {fill, 0, 0, 3, false});
      canvas_.text(x + 32, y, text, kText);
      x += 32 + draw::SvgSheet::prose_width(text, kText.size) + 30;
    };
    entry(colour(1, most_), "served in slot 1");
    if (most_ > 1) entry(colour(2, most_), "slot 2");
    if (most_ > 2) entry(colour(most_, most_), fmt::format("the last slot, up to {}", most_));
  }

  const Answer& answer_;
  std::vector<const Cure*> cures_;
  std::uint32_t most_ = 1;
  draw::SvgCanvas canvas_;
};

}  // namespace

std::string draw_svg(const Answer& answer) { return Sheet(answer).draw(); }

}  // namespace superwarp::ask
