// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/draw/palette.h"
#include "sim/draw/svg_parts.h"

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
    sheet.text(brace.x + 6, y - 11, fmt::format("S({})", sheet.history().queued(column).super_warp),
               starting(kNumber));
  }
}

double draw_queue(SvgSheet& sheet, double y, const Axis& down) {
  const Axis across = sheet.columns(sheet.view().queue, kMargin);
  if (across.spans().empty()) return kMargin;
  const double top = down.spans().front().start;
  const std::uint32_t s = sheet.history().scene().machine.super_warp;
  sheet.text(kMargin, y, s > 1 ? "super warps" : "warps", starting(kNumber));
  sheet.grid(across, down, [&](std::uint64_t column, std::uint32_t lane) {
    return sheet.history().queued_request(column, lane);
  });
  for (const auto& column : across.spans()) {
    if (!column.index) continue;
    sheet.canvas().text(column.middle(), top - 18,
                        fmt::format("W({})", sheet.history().queued_warp(*column.index)),
                        {16, true, kInk, Anchor::kMiddle});
    const Dispatch& dispatch = sheet.history().queued(*column.index);
    sheet.tag(column.middle(), down.end() + 14, dispatch.op, dispatch.round);
  }
  if (s > 1) draw_super_warps(sheet, across, top - 34);
  return across.end();
}

double draw_stages(SvgSheet& sheet, double queue_end, double y, const Axis& down) {
  const double start = queue_end + (sheet.view().queue.empty() ? 0 : kArrow);
  const Axis across = sheet.columns(sheet.view().stages, start);
  const double top = down.spans().front().start;
  const Box panel = {start - 6, top - 38, across.end() - start + 12, down.end() - top + 44};
  sheet.canvas().box(panel, {kPanel, kLine, 1, 10, false});
  sheet.canvas().text(panel.middle_x(), y, "stages", kNumber);
  if (!sheet.view().queue.empty()) {
    sheet.canvas().arrow(queue_end + 8, panel.x - 6, (top + down.end()) / 2, kSubtle);
  }
  for (const auto& row : down.spans()) {
    if (row.index) sheet.canvas().line(start, row.middle(), across.end(), row.middle(), kLine, 1.5);
  }
  sheet.grid(across, down, [&](std::uint64_t stage, std::uint32_t bank) {
    return sheet.history().carried(sheet.history().slot_in(stage + 1), bank);
  });
  for (const auto& column : across.spans()) {
    if (!column.index) continue;
    sheet.canvas().text(column.middle(), top - 18, fmt::format("{}", *column.index + 1), kNumber);
    if (const Slot* slot = sheet.history().slot_in(*column.index + 1)) {
      sheet.tag(column.middle(), down.end() + 14, slot->op, slot->round);
    }
  }
  return panel.right();
}

// Draws the content of a bank in one row. An address in the pipeline has its warp's colour.
void draw_held(SvgSheet& sheet, const Box& cell, const std::vector<Address>& held) {
  if (held.empty()) return;
  const auto wanted = std::find_if(held.begin(), held.end(), [&sheet](Address address) {
    return sheet.history().in_pipeline(address).has_value();
  });
  const Address address = wanted == held.end() ? held.front() : *wanted;
  const auto request = sheet.history().in_pipeline(address);
  if (request) {
    sheet.canvas().box({cell.x + 5, cell.middle_y() - 15, cell.width - 10, 30},
                       {warp_colour(request->warp), kSubtle, 1, 8, false});
  }
  sheet.canvas().text(
      cell.middle_x(), cell.middle_y(), fmt::format("{}{}", address, held.size() > 1 ? "+" : ""),
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
    sheet.text(across.end() + 16, row.middle(), fmt::format("B[{}]", *row.index),
               {18, true, kInk, Anchor::kStart});
  }
}

}  // namespace

double draw_pipeline(SvgSheet& sheet, double y) {
  sheet.text(kMargin, y,
             fmt::format("The {}-stage pipeline in time unit {}",
                         sheet.history().scene().machine.latency, sheet.history().shown()),
             kHeading);
  y += 34;
  const Axis down = sheet.bank_rows(y + (sheet.history().scene().machine.super_warp > 1 ? 82 : 62));
  const double queue_end = draw_queue(sheet, y, down);
  const double pipeline_end = draw_stages(sheet, queue_end, y, down);
  draw_banks(sheet, pipeline_end, y, down);
  return down.end() + (sheet.history().several_rounds() ? 40 : 26);
}

}  // namespace superwarp::draw
