// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/draw/palette.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/svg_sheet.h"
#include "sim/draw/text.h"
#include "tools/ask/picture.h"

namespace superwarp::ask {
namespace {

using draw::Anchor;

constexpr std::size_t kMostRows = 4;  // instructions
constexpr double kPanelSize = 448;
constexpr double kWidth = 1600;
constexpr double kLeft = 96;
constexpr double kPanelGap = 62;
constexpr double kHeadOfPanel = 84;
constexpr double kFootOfPanel = 62;
constexpr draw::Font kTick = {18, false, draw::kSubtle, Anchor::kMiddle};
constexpr draw::Font kName = {22, true, draw::kInk, Anchor::kStart};
constexpr draw::Font kText = {20, false, draw::kInk, Anchor::kStart};

/// From light blue for the first turn to dark red for the last of `most`.
std::uint32_t colour(std::uint32_t turn, std::uint32_t most) {
  if (turn == 1) return 0x77aadd;
  return draw::blend(0xf6c141, 0xa33b00,
                     most <= 2 ? 0.3 : static_cast<double>(turn - 2) / (most - 2));
}

/// `font` so small that `text` fits into `room`.
draw::Font fitting(draw::Font font, const std::string& text, double room) {
  const double width = draw::SvgSheet::prose_width(text, font.size);
  if (width > room) font.size *= room / width;
  return font;
}

/// `text` in lines of the sheet's width.
std::vector<std::string> wrapped_lines(const std::string& text, double size) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    const bool fits = draw::SvgSheet::prose_width(longer, size) <= kWidth - 2 * draw::kMargin;
    if (fits || lines.back().empty()) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
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
    double y = 92;
    for (const std::string& line : wrapped_lines(rest, draw::kCaption.size)) {
      canvas_.text(draw::kMargin, y, line, draw::kCaption);
      y += 32;
    }
    y += 26;
    const std::size_t rows = std::min(kMostRows, answer_.instructions.size());
    for (std::size_t i = 0; i < rows; ++i) {
      if (answer_.instructions[i].executions == 0) continue;
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
    const std::string text = draw::clean(fmt::format(
        "{}{}, {}", access.text, access.operation == gpu::Operation::kWrite ? " (store)" : "",
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
    const std::vector<Request> requests = requests_with(answer_, execution, cure);
    std::uint32_t slots = 1;
    for (const Request& request : requests) {
      slots = std::max(slots, request.slot);
      most_ = std::max(most_, request.turn);
    }
    const Tile& tile = answer_.accesses.tiles[answer_.search().tile];
    const std::string what =
        fmt::format("{}: {}", draw::clean(cure == nullptr ? declaration(tile) : cure->change),
                    draw::counted(slots, "slot"));
    canvas_.text(x, y + 36, what, fitting(kText, what, kPanelSize));
    const double top = y + kHeadOfPanel;
    canvas_.box({x, top, kPanelSize, kPanelSize}, {draw::kPanel, 0, 0, 0, false});
    const double wide = kPanelSize / banks_of(requests, answer_.gpu);
    const double tall = kPanelSize / answer_.accesses.lanes;
    for (double at = 0; at * wide < kPanelSize; at += 8) {
      canvas_.text(x + (at + 0.5) * wide, top - 14, fmt::format("{}", at), kTick);
      if (at > 0) canvas_.line(x + at * wide, top, x + at * wide, top + kPanelSize, draw::kLine, 1);
    }
    for (double at = 0; at * tall < kPanelSize; at += 8) {
      canvas_.text(x - 8, top + (at + 0.5) * tall, fmt::format("{}", at),
                   {kTick.size, false, draw::kSubtle, Anchor::kEnd});
      if (at > 0) canvas_.line(x, top + at * tall, x + kPanelSize, top + at * tall, draw::kLine, 1);
    }
    for (const Request& request : requests) {
      canvas_.box({x + request.bank * wide + 1, top + request.lane * tall + 1, wide - 2, tall - 2},
                  {colour(request.turn, most_), 0, 0, 2, false});
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
    entry(colour(1, most_), "served at once");
    if (most_ > 1) entry(colour(2, most_), "a slot later, because of a conflict");
    if (most_ > 2) entry(colour(most_, most_), fmt::format("{} slots later", most_ - 1));
  }

  const Answer& answer_;
  std::vector<const Cure*> cures_;
  std::uint32_t most_ = 1;
  draw::SvgCanvas canvas_;
};

}  // namespace

std::string draw_svg(const Answer& answer) { return Sheet(answer).draw(); }

}  // namespace superwarp::ask
