// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "model/machine/shape.h"
#include "sim/draw/heat.h"
#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/svg.h"
#include "sim/draw/svg_sheet.h"

namespace superwarp::draw {
namespace {

// A slide of 16:9, on which the smallest letters have 13 points.
constexpr double kWidth = 1600;
constexpr double kHeight = 900;
constexpr double kLetters = 22;
constexpr Box kMap = {110, 142, 1450, 480};
constexpr Box kMapAboveTwo = {110, 142, 1450, 342};
constexpr Box kUpperTrack = {110, 538, 1450, 84};
constexpr Box kTrack = {110, 676, 1450, 84};
constexpr Font kTick = {kLetters, false, kSubtle, Anchor::kMiddle};

// Every cell takes about 16 bytes of the file.
constexpr std::uint64_t kMostColumns = 1450;
constexpr std::uint64_t kMostCells = 65536;

// The smallest step of 1, 2, 5, 10, ... with at most `ticks` steps in `range`.
std::uint64_t step(double range, double ticks) {
  std::uint64_t step = 1;
  for (std::uint32_t i = 0; static_cast<double>(step) * ticks < range; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

// From light to dark in as many shades as the eye can distinguish.
std::uint32_t shade(Op op, double share) {
  constexpr int kShades = 8;
  const double place = std::ceil(share * kShades) / kShades;
  return op == Op::kRead ? blend(0xd6e6f4, 0x08468c, place) : blend(0xfde0c5, 0xa33b00, place);
}

class HeatSheet {
 public:
  HeatSheet(const Scene& scene, const HeatMap& map)
      : scene_(scene),
        map_(map),
        waits_(scene.machine.overlaps() && map.most_waiting() > 0),
        box_(waits_ ? kMapAboveTwo : kMap),
        column_(box_.width / static_cast<double>(map.columns())),
        row_(box_.height / map.rows()) {}

  std::string draw() {
    const std::string caption = fmt::format("{}: {}", machine_text(scene_.machine), heat_text(map_));
    double y = 50;
    for (const auto& [text, font] : {std::pair{scene_.title, kTitle}, std::pair{caption, kCaption}}) {
      Font fitting = font;
      fitting.size = std::min({font.size + 4, 1.8 * (kWidth - 2 * kMargin) / (1.0 + text.size())});
      canvas_.text(kMargin, y, text, fitting);
      y += 46;
    }
    draw_cells();
    draw_banks();
    draw_tracks();
    draw_times();
    draw_legend();
    return canvas_.document(kWidth, kHeight, scene_.title + " - " + caption);
  }

 private:
  // A cell of one access has its warp's colour, a cell of several a shade.
  [[nodiscard]] std::uint32_t colour(std::uint32_t row, std::uint64_t column) const {
    const HeatCell& cell = map_.cell(row, column);
    if (cell.idle()) return kPanel;
    if (cell.stray) return kInk;
    if (map_.bin() > 1) return shade(cell.op(), map_.busy(row, column));
    return cell_colour(cell.super_warp, cell.op());
  }

  // Joins neighbours of one colour, unless there is room for gaps between time units.
  void draw_cells() {
    canvas_.box(box_, {kPanel, 0, 0, 0, false});
    const bool apart = column_ >= 5;
    const double tall = row_ >= 4 ? 0.9 : 1;
    std::map<std::uint32_t, std::string> paths;  // by colour
    for (std::uint32_t row = 0; row < map_.rows(); ++row) {
      for (std::uint64_t column = 0, next = 0; column < map_.columns(); column = next) {
        const std::uint32_t here = colour(row, column);
        next = column + 1;
        while (!apart && next < map_.columns() && colour(row, next) == here) ++next;
        if (here == kPanel) continue;
        const double wide = apart ? 0.9 : static_cast<double>(next - column);
        paths[here] += fmt::format("M{} {}h{:g}v{:g}h-{:g}z", column, row, wide, tall, wide);
      }
    }
    for (const auto& [fill, path] : paths) canvas_.path(path, fill, {box_.x, box_.y, column_, row_});
  }

  // Names the memories and draws lines between them.
  void draw_memories() {
    const double tall = row_ * map_.rows_of_memory();
    const auto every = static_cast<std::uint32_t>(std::ceil(kLetters / tall));
    const std::uint32_t last = map_.memories() - 1;  // the global memory
    for (std::uint32_t memory = 0; memory <= last; ++memory) {
      const double y = box_.y + memory * tall;
      if (memory > 0 && (tall >= 6 || memory == last))
        canvas_.line(box_.x, y, box_.right(), y, kInk, memory == last ? 2 : 1);
      if (memory == last || (memory % every == 0 && memory + every <= last)) {
        canvas_.text(box_.x - 8, y + tall / 2, memory_text(scene_.machine, memory),
                     {std::min(kLetters, 20.0), false, kSubtle, Anchor::kEnd});
      }
    }
  }

  void draw_banks() {
    if (map_.memories() > 1) return draw_memories();
    const Font font = {kLetters, false, kSubtle, Anchor::kEnd};
    canvas_.text(box_.x - 12, box_.y - 18, "bank", font);
    const std::uint32_t banks = scene_.machine.bank_count();
    for (std::uint32_t bank = 0; bank < banks; bank += std::max(1U, banks / 8)) {
      canvas_.text(box_.x - 12, box_.y + (bank + 0.5) * row_, fmt::format("{}", bank), font);
    }
  }

  // Draws `value` of every column on a scale up to `most`.
  template <class Value>
  void draw_track(const Box& box, const std::string& name, double most, Value value) {
    const auto top = static_cast<std::uint64_t>(std::ceil(std::max(most, 1.0)));
    canvas_.text(box.x, box.y - 22, name, {kLetters, false, kInk, Anchor::kStart});
    canvas_.box(box, {kPanel, 0, 0, 0, false});
    std::string path = "M0 0";
    double before = 0;
    for (std::uint64_t column = 0; column < map_.columns(); ++column) {
      const double now = value(column);
      if (now != before) path += fmt::format("H{}V{:.4g}", column, now);
      before = now;
    }
    path += fmt::format("H{}V0z", map_.columns());
    canvas_.path(path, kSubtle, {box.x, box.bottom(), column_, -box.height / static_cast<double>(top)});
    for (const std::uint64_t tick : {std::uint64_t{0}, top}) {
      const double y = box.bottom() - (tick == 0 ? 0 : box.height);
      canvas_.line(box.x - 6, y, box.right(), y, kLine, 1.5);
      canvas_.text(box.x - 12, y, fmt::format("{}", tick), {kLetters, false, kSubtle, Anchor::kEnd});
    }
  }

  void draw_tracks() {
    draw_track(kTrack, "requests served per time unit", map_.most_served(),
               [this](std::uint64_t column) { return map_.served(column); });
    if (!waits_) return;
    draw_track(kUpperTrack, fmt::format("requests that wait in the {}", waiting_place(scene_.machine)),
               lane_places(scene_.machine) * scene_.machine.width,
               [this](std::uint64_t column) { return map_.waiting()[column]; });
  }

  void draw_times() {
    const double unit = column_ / static_cast<double>(map_.bin());
    const std::uint64_t every = step(static_cast<double>(map_.time_units()), 14);
    const double y = kTrack.bottom();
    for (std::uint64_t time = every == 1 ? 1 : every; time <= map_.time_units(); time += every) {
      const double x = kTrack.x + (static_cast<double>(time) - 0.5) * unit;
      canvas_.line(x, y, x, y + 8, kSubtle, 1.5);
      canvas_.text(x, y + 26, fmt::format("{}", time), kTick);
    }
    canvas_.text(kTrack.middle_x(), y + 58,
                 map_.bin() == 1 ? "time unit" : fmt::format("time unit of the access ({} per column)", map_.bin()),
                 {kLetters, false, kInk, Anchor::kMiddle});
  }

  void entry(std::uint32_t fill, const std::string& text) {
    canvas_.box({legend_, kLegend - 13, 26, 26}, {fill, kSubtle, 1, 4, false});
    canvas_.text(legend_ + 36, kLegend, text, {kLetters, false, kInk, Anchor::kStart});
    legend_ += 36 + SvgSheet::prose_width(text, kLetters - 2) + 24;
  }

  void draw_legend() {
    if (map_.bin() > 1) {
      for (const auto& [op, there] : {std::pair{Op::kRead, map_.reads()}, {Op::kWrite, map_.writes()}}) {
        if (!there) continue;
        for (int tenths = 1; tenths <= 10; ++tenths, legend_ += 22)
          canvas_.box({legend_, kLegend - 13, 22, 26}, {shade(op, tenths / 10.0), 0, 0, 0, false});
        const std::string text = op == Op::kRead ? "mostly reads" : "mostly writes";
        canvas_.text(legend_ + 10, kLegend, text, {kLetters, false, kInk, Anchor::kStart});
        legend_ += SvgSheet::prose_width(text, kLetters) + 30;
      }
      const char* const shades = "darker: the bank is busy for more of the time";
      canvas_.text(legend_, kLegend, shades, {kLetters, false, kSubtle, Anchor::kStart});
      legend_ += SvgSheet::prose_width(shades, kLetters);
    } else {
      const char* const letter = scene_.machine.super_warp > 1 ? "S" : "W";
      for (const auto& [place, names] : names_by_colour(map_.super_warps(), letter, 1))
        entry(cell_colour(place, Op::kRead), names);
      if (map_.writes()) entry(cell_colour(0, Op::kWrite), "dark: writes");
    }
    if (map_.stray()) entry(kInk, "serves no thread");
  }

  static constexpr double kLegend = 868;

  const Scene& scene_;
  const HeatMap& map_;
  bool waits_;
  Box box_;
  double column_;
  double row_;
  double legend_ = kMargin;
  SvgCanvas canvas_;
};

}  // namespace

std::string draw_heat_svg(const Scene& scene) {
  // With several memories a row is at least a pixel high.
  const std::uint32_t rows =
      scene.machine.hierarchy ? static_cast<std::uint32_t>(kMap.height) : scene.machine.bank_count();
  const std::uint64_t columns = std::min(kMostColumns, kMostCells / HeatMap(scene, 1, rows).rows());
  return HeatSheet(scene, HeatMap(scene, columns, rows)).draw();
}

}  // namespace superwarp::draw
