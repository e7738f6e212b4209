// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/draw/svg_parts.h"

namespace superwarp::draw {
namespace {

// Draws the number of a time unit. The one whose pipeline is drawn above stands out.
void draw_time(SvgSheet& sheet, const Axis::Span& column, double y) {
  const std::uint64_t time = *column.index + 1;
  const bool shown = time == sheet.history().shown();
  if (shown) {
    const double width = SvgCanvas::text_width(fmt::formatted_size("{}", time), kNumber.size) + 18;
    sheet.canvas().box({column.middle() - width / 2, y - 12, width, 24}, {kInk, 0, 0, 12, false});
  }
  Font font = kNumber;
  font.colour = shown ? 0xffffff : kSubtle;
  font.bold = shown;
  sheet.canvas().text(column.middle(), y, fmt::format("{}", time), font);
}

void put_drain_text(SvgSheet& sheet, double x, double room, double y) {
  const std::string text = fmt::format("l-1 = {} until the last is complete",
                                       sheet.history().scene().machine.latency - 1);
  if (SvgSheet::prose_width(text, 14) < room) {
    sheet.canvas().text(x, y, text, {14, false, kSubtle, Anchor::kMiddle});
  }
}

// Draws the latency - 1 time units from the entry of the last slot to its completion.
void draw_drain(SvgSheet& sheet, const Axis& across, const Axis& down) {
  const std::vector<Slot>& slots = sheet.history().scene().slots;
  const auto begin =
      std::find_if(across.spans().begin(), across.spans().end(), [&](const Axis::Span& column) {
        return !slots.empty() && column.index && *column.index >= slots.back().time_unit;
      });
  if (begin == across.spans().end()) return;
  const double top = down.spans().front().start;
  sheet.canvas().box({begin->start, top, across.end() - begin->start, down.end() - top},
                     {0xe4e8ec, kLine, 1, 6, false});
  put_drain_text(sheet, (begin->start + across.end()) / 2, across.end() - begin->start,
                 down.end() + 14);
}

}  // namespace

double draw_times(SvgSheet& sheet, double y) {
  const double start =
      kMargin + 24 +
      SvgCanvas::text_width(fmt::formatted_size("B[{}]", sheet.history().scene().machine.width - 1),
                            18);
  const Axis across = sheet.columns(sheet.view().times, start);
  const Axis down = sheet.bank_rows(y + 52);
  sheet.text(kMargin, y, "Requests by the time unit in which they enter the pipeline", kHeading);
  sheet.canvas().box({start, down.spans().front().start, across.end() - start,
                      down.end() - down.spans().front().start},
                     {kPanel, kLine, 1, 6, false});
  draw_drain(sheet, across, down);
  for (const auto& row : down.spans()) {
    if (!row.index) continue;
    sheet.canvas().text(kMargin, row.middle(), fmt::format("B[{}]", *row.index),
                        {18, true, kInk, Anchor::kStart});
    sheet.canvas().line(start, row.end(), across.end(), row.end(), kLine, 1);
  }
  sheet.grid(across, down, [&](std::uint64_t time, std::uint32_t bank) {
    return sheet.history().carried(sheet.history().slot_at(time + 1), bank);
  });
  for (const auto& column : across.spans()) {
    if (!column.index) continue;
    draw_time(sheet, column, y + 36);
    if (const Slot* slot = sheet.history().slot_at(*column.index + 1)) {
      sheet.tag(column.middle(), down.end() + 14, slot->op, slot->round);
    }
  }
  sheet.reach(across.end());
  return down.end() + (sheet.history().several_rounds() ? 40 : 26);
}

}  // namespace superwarp::draw
