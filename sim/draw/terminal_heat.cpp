// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "sim/draw/heat.h"
#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/terminal.h"
#include "sim/draw/text.h"

namespace superwarp::draw {
namespace {

constexpr std::uint32_t kMostRows = 32;

using Levels = std::array<const char*, 9>;
constexpr Levels kBlocks = {"·", "░", "░", "▒", "▒", "▒", "▓", "▓", "█"};
constexpr Levels kBlocksAscii = {".", "-", "-", "+", "+", "+", "#", "#", "@"};
constexpr Levels kBars = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr Levels kBarsAscii = {" ", "1", "2", "3", "4", "5", "6", "7", "8"};

// Every share above 0 is visible.
const char* level(const Levels& levels, double share) {
  return levels.at(static_cast<std::size_t>(std::ceil(std::min(share, 1.0) * 8)));
}

class TerminalHeat {
 public:
  TerminalHeat(const Scene& scene, const TerminalStyle& style)
      : scene_(scene),
        style_(style),
        label_(scene.machine.hierarchy                  ? 10
               : scene.machine.bank_count() > kMostRows ? 8
                                                        : 4),
        map_(scene, std::max(style.columns, kMinColumns) - label_ - 1, kMostRows) {}

  std::string draw() {
    if (!scene_.title.empty()) out_ = clean(scene_.title, style_.unicode) + "\n\n";
    for (std::uint32_t row = 0; row < map_.rows(); ++row) {
      line(row_name(row), [&](std::uint64_t column) { put(row, column); });
    }
    line("R/W", [&](std::uint64_t column) { out_ += op(column); });
    const bool waits = scene_.machine.overlaps() && map_.most_waiting() > 0;
    if (waits) {
      line(waits_row(), [&](std::uint64_t column) {
        out_ += level(style_.unicode ? kBars : kBarsAscii, map_.waiting()[column] / map_.most_waiting());
      });
    }
    const double most = std::max(map_.most_served(), 1.0);
    line("",
         [&](std::uint64_t column) { out_ += level(style_.unicode ? kBars : kBarsAscii, map_.served(column) / most); });
    draw_times();
    out_ += fmt::format("\n{} x time unit{}; last line: requests served, at most {:.3g}{}\n", rows_text(),
                        map_.bin() > 1 ? fmt::format(", {} in a column", map_.bin()) : "", most,
                        map_.bin() > 1 ? " per time unit" : "");
    if (waits) {
      out_ += fmt::format("{}: requests that wait in the {}, at most {:.4g} of {}\n", waits_row(),
                          waiting_place(scene_.machine), map_.most_waiting(),
                          lane_places(scene_.machine) * scene_.machine.width);
    }
    if (map_.stray()) out_ += "!: an access that serves no thread\n";
    out_ += fmt::format("{}: {}\n", machine_text(scene_.machine), heat_text(map_));
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string rows_text() const {
    if (map_.memories() == 1) return "bank";
    return map_.banks_in_row() == 1 ? "banks of the memories"
                                    : fmt::format("banks of the memories, {} in a row,", map_.banks_in_row());
  }

  [[nodiscard]] const std::string& waits_row() const { return rpu_info(scene_.machine.rpu).waits_row; }

  [[nodiscard]] std::string row_name(std::uint32_t row) const {
    if (map_.memories() > 1) {  // the first row of a memory has its name
      const std::uint32_t of_memory = map_.rows_of_memory();
      return row % of_memory == 0 ? memory_text(scene_.machine, row / of_memory) : "";
    }
    const std::uint32_t bank = row * map_.banks_in_row();
    return map_.banks_in_row() == 1 ? fmt::format("{}", bank)
                                    : fmt::format("{}-{}", bank, bank + map_.banks_in_row() - 1);
  }

  template <typename Put>
  void line(const std::string& name, Put put) {
    out_ += fmt::format("{:>{}} ", name, label_ - 1);
    out_ += style_.unicode ? "│" : "|";
    for (std::uint64_t column = 0; column < map_.columns(); ++column) put(column);
    out_.erase(out_.find_last_not_of(' ') + 1);
    out_ += '\n';
  }

  void put(std::uint32_t row, std::uint64_t column) {
    const HeatCell& cell = map_.cell(row, column);
    const std::string text =
        cell.stray ? "!" : level(style_.unicode ? kBlocks : kBlocksAscii, cell.idle() ? 0 : map_.busy(row, column));
    if (!style_.colour || cell.idle()) {
      out_ += text;
      return;
    }
    // A bin has several super warps: use one colour for reads and one for writes.
    const std::uint32_t whose = map_.bin() > 1 ? (cell.op() == Op::kRead ? 0 : 2) : cell.super_warp;
    out_ += fmt::format("\x1b[38;5;{}m{}\x1b[0m", terminal_colour(warp_colour(whose)), text);
  }

  [[nodiscard]] const char* op(std::uint64_t column) const {
    bool reads = false;
    bool writes = false;
    for (std::uint32_t row = 0; row < map_.rows(); ++row) {
      reads |= map_.cell(row, column).reads > 0;
      writes |= map_.cell(row, column).writes > 0;
    }
    return reads && writes ? "*" : reads ? "R" : writes ? "W" : " ";
  }

  // The number of a time unit starts below its column.
  void draw_times() {
    std::string numbers(label_ + 1, ' ');
    for (std::uint64_t column = 0; column < map_.columns(); column += 10) {
      const std::string number = fmt::format("{}", column * map_.bin() + 1);
      const std::size_t place = label_ + 1 + column;
      if (numbers.size() > place || column + number.size() > map_.columns()) continue;
      numbers.resize(place, ' ');
      numbers += number + ' ';
    }
    numbers.erase(numbers.find_last_not_of(' ') + 1);
    out_ += numbers + '\n';
  }

  const Scene& scene_;
  TerminalStyle style_;
  std::uint32_t label_;
  HeatMap map_;
  std::string out_;
};

}  // namespace

std::string draw_heat_terminal(const Scene& scene, const TerminalStyle& style) {
  return TerminalHeat(scene, style).draw();
}

}  // namespace superwarp::draw
