// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/svg_sheet.h"

namespace superwarp::draw {
namespace {

// Draws a brace with a name over the warps of each super warp.
void draw_super_warps(SvgSheet& sheet, const Axis& across, double y) {
  std::map<std::uint64_t, Box> braces;  // by dispatch
  for (const auto& column : across.spans()) {
    if (!column.index) continue;
    const std::uint64_t dispatch = *column.index / sheet.history().scene().machine.super_warp;
    Box& brace = braces.emplace(dispatch, Box{column.start, y, 0, 0}).first->second;
    brace.width = column.end() - brace.x;
  }
  for (const auto& [dispatch, brace] : braces) {
    sheet.canvas().line(brace.x + 6, y, brace.right() - 6, y, kSubtle, 1.5);
    const std::uint64_t column = dispatch * sheet.history().scene().machine.super_warp;
    sheet.text(brace.x + 6, y - 11, fmt::format("S({})", sheet.history().queued(column).super_warp), starting(kNumber));
  }
}

double draw_queue(SvgSheet& sheet, double y, const Axis& down) {
  const Panel& panel = sheet.view().queue;
  const Axis across = sheet.columns(panel.columns, kMargin);
  if (across.spans().empty()) return kMargin;
  const double top = down.spans().front().start;
  const std::uint32_t s = sheet.history().scene().machine.super_warp;
  sheet.text(kMargin, y, s > 1 ? "super warps" : "warps", starting(kNumber));
  sheet.panel(panel, across, down, [&](const Axis::Span& column) {
    sheet.canvas().text(column.middle(), top - 18, fmt::format("W({})", panel.number(*column.index)),
                        {16, true, kInk, Anchor::kMiddle});
  });
  if (s > 1) draw_super_warps(sheet, across, top - 34);
  return across.end();
}

double draw_stages(SvgSheet& sheet, double queue_end, double y, const Axis& down) {
  const bool waits = !sheet.view().queue.columns.empty();
  const Panel& panel = sheet.view().stages;
  const double start = queue_end + (waits ? kArrow : 0);
  const Axis across = sheet.columns(panel.columns, start);
  const double top = down.spans().front().start;
  const Box box = {start - 6, top - 38, across.end() - start + 12, down.end() - top + 44};
  sheet.canvas().box(box, {kPanel, kLine, 1, 10, false});
  sheet.canvas().text(box.middle_x(), y, "stages", kNumber);
  if (waits) sheet.canvas().arrow(queue_end + 8, box.x - 6, (top + down.end()) / 2, kSubtle);
  for (const auto& row : down.spans()) {
    if (row.index) sheet.canvas().line(start, row.middle(), across.end(), row.middle(), kLine, 1.5);
  }
  sheet.panel(panel, across, down, [&](const Axis::Span& column) {
    sheet.canvas().text(column.middle(), top - 18, fmt::format("{}", panel.number(*column.index)), kNumber);
  });
  return box.right();
}

// Draws the content of a bank in one row. An address in the pipeline has its warp's colour.
void draw_held(SvgSheet& sheet, const Box& cell, const std::vector<Address>& held) {
  if (held.empty()) return;
  const auto wanted = std::find_if(
      held.begin(), held.end(), [&sheet](Address address) { return sheet.history().in_pipeline(address).has_value(); });
  const Address address = wanted == held.end() ? held.front() : *wanted;
  const auto request = sheet.history().in_pipeline(address);
  if (request) {
    sheet.canvas().box({cell.x + 5, cell.middle_y() - 15, cell.width - 10, 30},
                       {warp_colour(request->warp), kSubtle, 1, 8, false});
  }
  sheet.canvas().text(cell.middle_x(), cell.middle_y(), fmt::format("{}{}", address, held.size() > 1 ? "+" : ""),
                      {kAddressSize, request.has_value(), request ? kInk : kSubtle, Anchor::kMiddle});
}

void draw_banks(SvgSheet& sheet, double pipeline_end, double y, const Axis& down) {
  const double start = pipeline_end + kArrow + 8;
  const Axis across = sheet.columns(sheet.view().rows, start);
  sheet.text(start, y, "memory banks", starting(kNumber));
  for (const auto& row : down.spans()) {
    if (!row.index) {
      sheet.gap((start + across.end()) / 2, row.middle());
      continue;
    }
    sheet.canvas().arrow(pipeline_end + 6, start - 10, row.middle(), kSubtle);
    sheet.canvas().box({start - 8, row.start + 2, across.end() - start + 16, row.extent - 4},
                       {kPanel, kLine, 1, 12, false});
    for (const auto& column : across.spans()) {
      if (column.index) {
        draw_held(sheet, {column.start, row.start, column.extent, row.extent},
                  sheet.history().held(static_cast<std::uint32_t>(*row.index), *column.index));
      } else {
        sheet.gap(column.middle(), row.middle());
      }
    }
    sheet.text(across.end() + 16, row.middle(), fmt::format("B[{}]", *row.index), {18, true, kInk, Anchor::kStart});
  }
}

/// Where the rows of banks begin below the heading of the pipeline at `y`.
double pipeline_rows(const SvgSheet& sheet, double y) {
  return y + 34 + (sheet.history().scene().machine.super_warp > 1 ? 82 : 62);
}

/// The pipeline in the shown time unit: waiting warps, stages and banks. Each part draws itself
/// from `y` down and returns its lower end.
double draw_pipeline(SvgSheet& sheet, double y) {
  sheet.text(kMargin, y,
             fmt::format("The {}-stage pipeline in time unit {}", sheet.history().scene().machine.latency,
                         sheet.history().shown()),
             kHeading);
  const Axis down = sheet.bank_rows(pipeline_rows(sheet, y));
  y += 34;
  const double queue_end = draw_queue(sheet, y, down);
  const double pipeline_end = draw_stages(sheet, queue_end, y, down);
  draw_banks(sheet, pipeline_end, y, down);
  return down.end() + (sheet.history().several_rounds() ? 40 : 26);
}

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
  const std::string text =
      fmt::format("l-1 = {} until the last is complete", sheet.history().scene().machine.latency - 1);
  if (SvgSheet::prose_width(text, 14) < room) {
    sheet.canvas().text(x, y, text, {14, false, kSubtle, Anchor::kMiddle});
  }
}

// Draws the latency - 1 time units from the entry of the last slot to its completion.
void draw_drain(SvgSheet& sheet, const Axis& across, const Axis& down) {
  const std::vector<Slot>& slots = sheet.history().scene().slots;
  const auto begin = std::find_if(across.spans().begin(), across.spans().end(), [&](const Axis::Span& column) {
    return !slots.empty() && column.index && *column.index >= slots.back().time_unit;
  });
  if (begin == across.spans().end()) return;
  const double top = down.spans().front().start;
  sheet.canvas().box({begin->start, top, across.end() - begin->start, down.end() - top},
                     {0xe4e8ec, kLine, 1, 6, false});
  put_drain_text(sheet, (begin->start + across.end()) / 2, across.end() - begin->start, down.end() + 14);
}

/// The requests by the time unit in which they enter the pipeline, from `left` on. The rows begin
/// at `rows`.
double draw_times(SvgSheet& sheet, double left, double y, double rows) {
  const double start =
      left + 24 +
      SvgCanvas::text_width(fmt::formatted_size("B[{}]", sheet.history().scene().machine.bank_count() - 1), 18);
  const Panel& panel = sheet.view().times;
  const Axis across = sheet.columns(panel.columns, start);
  const Axis down = sheet.bank_rows(rows);
  sheet.text(left, y, "Requests by the time unit in which they enter the pipeline", kHeading);
  sheet.canvas().box({start, down.spans().front().start, across.end() - start, down.end() - down.spans().front().start},
                     {kPanel, kLine, 1, 6, false});
  draw_drain(sheet, across, down);
  for (const auto& row : down.spans()) {
    if (!row.index) continue;
    sheet.canvas().text(left, row.middle(), fmt::format("B[{}]", *row.index), {18, true, kInk, Anchor::kStart});
    sheet.canvas().line(start, row.end(), across.end(), row.end(), kLine, 1);
  }
  sheet.panel(panel, across, down, [&](const Axis::Span& column) { draw_time(sheet, column, rows - 16); });
  sheet.reach(across.end());
  return down.end() + (sheet.history().several_rounds() ? 40 : 26);
}

/// The legend of the colours and frames above it.
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

}  // namespace

std::string draw_svg(const Scene& scene, const SvgStyle& style) {
  SvgSheet sheet(scene, style);
  const std::string caption = fmt::format("{}: {}", machine_text(scene.machine), time_text(scene));
  double y = kMargin + 10;
  if (!scene.title.empty()) {
    sheet.text(kMargin, y, scene.title, kTitle);
    y += 40;
  }
  sheet.text(kMargin, y, caption, kCaption);
  y += 54;
  const double below = draw_pipeline(sheet, y);
  if (sheet.beside()) {
    draw_times(sheet, sheet.right() + kArrow, y, pipeline_rows(sheet, y));
    y = below;
  } else {
    y = draw_times(sheet, kMargin, below + 48, below + 100);
  }
  y = draw_legend(sheet, y + 40);
  return sheet.canvas().document(sheet.right() + kMargin, y + kMargin, scene.title + " - " + caption);
}

}  // namespace superwarp::draw
