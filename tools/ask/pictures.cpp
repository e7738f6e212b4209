// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/draw/palette.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/svg_sheet.h"
#include "sim/draw/text.h"
#include "tools/ask/answer.h"

namespace superwarp::ask {
namespace {

using draw::Anchor;

constexpr std::uint32_t kNamed = 4;   // every fourth bank of the terminal's has its number
constexpr std::size_t kMostRows = 4;  // of the SVG: instructions
constexpr double kPanelSize = 448;
constexpr double kWidth = 1600;
constexpr double kLeft = 96;
constexpr double kPanelGap = 62;
constexpr double kHeadOfPanel = 84;
constexpr double kFootOfPanel = 62;
constexpr draw::Font kTick = {18, false, draw::kSubtle, Anchor::kMiddle};
constexpr draw::Font kName = {22, true, draw::kInk, Anchor::kStart};
constexpr draw::Font kText = {20, false, draw::kInk, Anchor::kStart};

/// A line without blanks at its end.
std::string line(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

/// From light blue for the first turn to dark red for the last of `most`.
std::uint32_t colour(std::uint32_t turn, std::uint32_t most) {
  if (turn == 1) return 0x77aadd;
  return draw::blend(0xf6c141, 0xa33b00, most <= 2 ? 0.3 : static_cast<double>(turn - 2) / (most - 2));
}

class Sheet {
 public:
  explicit Sheet(const Answer& answer) : answer_(answer), cures_(answer.search().best()) {}

  std::string draw() {
    const std::string title = draw::clean(sentence(answer_));
    const std::size_t split = std::min(title.find(": "), title.size());
    constexpr double kRoom = kWidth - 2 * draw::kMargin;
    fitted(draw::kMargin, 48, title.substr(0, split), draw::kTitle, kRoom);
    double y = 92;
    const std::string rest = title.substr(std::min(split + 2, title.size()));
    for (const std::string& row : draw::SvgSheet::wrapped(rest, kRoom, draw::kCaption.size)) {
      canvas_.text(draw::kMargin, y, row, draw::kCaption);
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
  /// In letters so small that the text fits into `room`.
  void fitted(double x, double y, const std::string& text, draw::Font font, double room) {
    const double width = draw::SvgSheet::prose_width(text, font.size);
    if (width > room) font.size *= room / width;
    canvas_.text(x, y, text, font);
  }

  void draw_row(std::size_t instruction, double y) {
    const std::size_t execution = answer_.instructions[instruction].worst;
    const Instruction& access = answer_.accesses.instructions[instruction];
    fitted(
        kLeft, y,
        draw::clean(fmt::format("{}{}, {}", access.text, access.operation == gpu::Operation::kWrite ? " (store)" : "",
                                execution_name(answer_.accesses, execution))),
        kName, kWidth - kLeft - draw::kMargin);
    double x = kLeft;
    draw_panel(execution, nullptr, x, y);
    for (const Cure* cure : cures_) {
      if (access.tile != cure->tile) continue;
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
    fitted(x, y + 36,
           fmt::format("{}: {}", draw::clean(cure == nullptr ? declaration(tile) : cure->change),
                       draw::counted(slots, "slot")),
           kText, kPanelSize);
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
    const auto entry = [&](std::uint32_t turn, const std::string& text) {
      canvas_.box({x, y - 11, 22, 22}, {colour(turn, most_), 0, 0, 3, false});
      canvas_.text(x + 32, y, text, kText);
      x += 32 + draw::SvgSheet::prose_width(text, kText.size) + 30;
    };
    entry(1, "served at once");
    if (most_ > 1) entry(2, "a slot later, because of a conflict");
    if (most_ > 2) entry(most_, fmt::format("{} slots later", most_ - 1));
  }

  const Answer& answer_;
  std::vector<const Cure*> cures_;
  std::uint32_t most_ = 1;
  draw::SvgCanvas canvas_;
};

}  // namespace

std::uint32_t banks_of(const std::vector<Request>& requests, const gpu::Description& gpu) {
  std::uint32_t banks = gpu.banks;  // a rule may have more
  for (const Request& request : requests) banks = std::max(banks, request.bank + 1);
  return banks;
}

std::string draw_terminal(const Answer& answer, const draw::TerminalStyle& style) {
  const std::size_t execution = answer.instructions[answer.worst].worst;
  const std::vector<Request> requests = requests_with(answer, execution, nullptr);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Request> at;  // by lane and bank
  std::map<std::uint32_t, std::set<std::pair<std::uint32_t, Address>>> words;
  for (const Request& request : requests) {
    at[{request.lane, request.bank}] = request;
    words[request.bank].insert({request.part, request.cell});
  }
  const std::uint32_t banks = banks_of(requests, answer.gpu);
  std::string out =
      fmt::format("{}, {}: the slot in which a bank serves a lane\n", answer.accesses.instructions[answer.worst].text,
                  execution_name(answer.accesses, execution));
  std::string head = "  bank ";
  for (std::uint32_t bank = 0; bank < banks; bank += kNamed)
    head += fmt::format("{:>2}{}", bank, std::string(2 * kNamed - 2, ' '));
  out += line(head);
  const char* const none = style.unicode ? " ·" : " .";
  for (std::uint32_t lane = 0; lane < answer.accesses.lanes; ++lane) {
    std::string row = fmt::format("{:>6} ", lane == 0 ? "lane 0" : std::to_string(lane));
    const bool active = answer.accesses.executions[execution].active(lane);
    for (std::uint32_t bank = 0; active && bank < banks; ++bank) {
      const auto found = at.find({lane, bank});
      if (found == at.end()) {
        row += none;
        continue;
      }
      const Request& request = found->second;
      const std::uint32_t paint = draw::kPalette.at(request.turn == 1 ? 0 : 2);
      row += style.colour ? fmt::format("\x1b[38;5;{}m{:>2}\x1b[0m", draw::terminal_colour(paint), request.slot)
                          : fmt::format("{:>2}", request.slot);
    }
    out += line(row);
  }
  std::string sums = " words ";
  for (std::uint32_t bank = 0; bank < banks; ++bank)
    sums += words.count(bank) == 0 ? none : fmt::format("{:>2}", words.at(bank).size());
  return out + line(sums);
}

std::string draw_svg(const Answer& answer) { return Sheet(answer).draw(); }

}  // namespace superwarp::ask
