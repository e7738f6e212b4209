#include "sim/draw/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/svg_canvas.h"
#include "sim/draw/view.h"

namespace superwarp {

namespace {

constexpr double kMargin = 44;
constexpr double kCellHeight = 48;
constexpr double kGapHeight = 26;  // of a row or the width of a column that stands for many
constexpr double kInset = 3;       // of a request's box within its cell
constexpr double kArrow = 46;      // room for an arrow
constexpr double kAddressSize = 20;

constexpr std::uint32_t kInk = 0x1f2328;
constexpr std::uint32_t kSubtle = 0x59636e;
constexpr std::uint32_t kLine = 0xc4cbd3;
constexpr std::uint32_t kPanel = 0xf3f5f7;

constexpr Font kTitle = {30, true, kInk, Anchor::kStart};
constexpr Font kCaption = {22, false, kInk, Anchor::kStart};
constexpr Font kHeading = {20, true, kInk, Anchor::kStart};
constexpr Font kNumber = {16, false, kSubtle, Anchor::kMiddle};
constexpr Font kSmall = {12, false, kSubtle, Anchor::kMiddle};

const char* op_name(Op op) { return op == Op::kRead ? "read" : "write"; }

Font starting(Font font) {
  font.anchor = Anchor::kStart;
  return font;
}

/// Where the places of a window stand along one axis.
class Axis {
 public:
  Axis(const Window& window, double start, double place, double gap) {
    double position = start;
    for (const auto& index : window) {
      const double extent = index ? place : gap;
      spans_.push_back({index, position, extent});
      position += extent;
    }
    end_ = position;
  }

  struct Span {
    std::optional<std::uint64_t> index;  ///< none: a gap
    double start;
    double extent;
    [[nodiscard]] double middle() const { return start + extent / 2; }
    [[nodiscard]] double end() const { return start + extent; }
  };

  [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
  [[nodiscard]] double end() const { return end_; }

 private:
  std::vector<Span> spans_;
  double end_ = 0;
};

class Picture {
 public:
  Picture(const Scene& scene, const SvgStyle& style) : history_(scene), cell_(cell_width()) {
    const double columns = std::max<double>(style.columns, 9) * kColumn / std::max(cell_, kColumn);
    const double width = style.columns * kColumn;
    view_ = view(history_, {static_cast<std::uint64_t>(columns), std::max(style.banks, 3U),
                            static_cast<std::uint64_t>(std::max(width / cell_, 5.0))});
    std::reverse(view_.queue.begin(), view_.queue.end());  // the oldest stands next to the pipeline
  }

  std::string draw() {
    const Scene& scene = history_.scene();
    const std::string caption =
        fmt::format("{}: {}", machine_text(scene.machine), time_text(scene));
    double y = kMargin + 10;
    if (!scene.title.empty()) {
      put_text(kMargin, y, scene.title, kTitle);
      y += 40;
    }
    put_text(kMargin, y, caption, kCaption);
    y = draw_pipeline(y + 54);
    y = draw_times(y + 48);
    y = draw_legend(y + 40);
    return canvas_.document(right_ + kMargin, y + kMargin, scene.title + " - " + caption);
  }

 private:
  static constexpr double kColumn = 62;  // the least width of a cell

  [[nodiscard]] double cell_width() const {
    const std::size_t digits = fmt::formatted_size(
        "{}", std::max<std::uint64_t>(history_.max_address(), history_.time_units()));
    return std::max(kColumn, SvgCanvas::text_width(digits, kAddressSize) + 26);
  }

  // Letters are narrower than digits, and the longer a text the closer to their average.
  static double prose_width(std::string_view text, double size) {
    return 0.56 * size * static_cast<double>(text.size());
  }

  void reach(double x) { right_ = std::max(right_, x); }

  void put_text(double x, double y, std::string_view text, const Font& font) {
    canvas_.text(x, y, text, font);
    if (font.anchor == Anchor::kStart) reach(x + prose_width(text, font.size));
  }

  [[nodiscard]] Axis columns(const Window& window, double start) const {
    return {window, start, cell_, kGapHeight};
  }
  [[nodiscard]] Axis bank_rows(double start) const {
    return {view_.banks, start, kCellHeight, kGapHeight};
  }

  void draw_gap(double x, double y) {
    canvas_.text(x, y, "…", {18, true, kSubtle, Anchor::kMiddle});
  }

  // A request: on its warp's colour, or in a dashed frame while it waits; a write has a heavy
  // frame.
  void draw_request(const Box& cell, const Mark& request) {
    const Box box = {cell.x + kInset, cell.y + kInset, cell.width - 2 * kInset,
                     cell.height - 2 * kInset};
    drawn_.insert(request.warp);
    waits_ = waits_ || request.waiting;
    writes_ = writes_ || request.op == Op::kWrite;
    Paint paint = {warp_colour(request.warp), kSubtle, 1, 6, request.waiting};
    if (request.waiting) paint.fill = 0xffffff;
    if (request.op == Op::kWrite) paint.stroke = kInk;
    if (request.op == Op::kWrite) paint.stroke_width = 2.5;
    canvas_.box(box, paint);
    if (request.waiting) {  // a stripe still tells whose it is
      canvas_.box({box.x + 3, box.y + 6, 4, box.height - 12},
                  {warp_colour(request.warp), 0, 0, 2, false});
    }
    canvas_.text(box.middle_x(), box.y + 15, fmt::format("{}", request.address),
                 {kAddressSize, true, kInk, Anchor::kMiddle});
    const std::string merged = request.merged > 1 ? fmt::format(" ×{}", request.merged) : "";
    canvas_.text(box.middle_x(), box.y + 31, fmt::format("T{}{}", request.thread, merged),
                 {11, false, 0x33393f, Anchor::kMiddle});
  }

  // A grid of banks (or lanes) down and `across` to the right; `at` tells the request in a cell.
  template <typename At>
  void draw_grid(const Axis& across, const Axis& down, At at) {
    for (const auto& row : down.spans()) {
      for (const auto& column : across.spans()) {
        if (!row.index || !column.index) {
          draw_gap(column.middle(), row.middle());
          continue;
        }
        const std::optional<Mark> request =
            at(*column.index, static_cast<std::uint32_t>(*row.index));
        if (request) {
          draw_request({column.start, row.start, column.extent, row.extent}, *request);
        } else {
          canvas_.box({column.middle() - 2, row.middle() - 2, 4, 4}, {kLine, 0, 0, 2, false});
        }
      }
    }
  }

  // "read" and, in a run of several rounds, the round.
  void draw_tag(double x, double y, Op op, std::uint64_t round) {
    canvas_.text(x, y, op_name(op), kSmall);
    if (history_.several_rounds()) canvas_.text(x, y + 15, fmt::format("round {}", round), kSmall);
  }

  double draw_pipeline(double y) {
    put_text(kMargin, y,
             fmt::format("The {}-stage pipeline in time unit {}", history_.scene().machine.latency,
                         history_.shown()),
             kHeading);
    y += 34;
    const Axis down = bank_rows(y + (history_.scene().machine.super_warp > 1 ? 82 : 62));
    const double queue_end = draw_queue(y, down);
    const double pipeline_end = draw_stages(queue_end, y, down);
    draw_banks(pipeline_end, y, down);
    return down.end() + (history_.several_rounds() ? 40 : 26);
  }

  double draw_queue(double y, const Axis& down) {
    const Axis across = columns(view_.queue, kMargin);
    if (across.spans().empty()) return kMargin;
    const double top = down.spans().front().start;
    const std::uint32_t s = history_.scene().machine.super_warp;
    put_text(kMargin, y, s > 1 ? "super warps" : "warps", starting(kNumber));
    draw_grid(across, down, [&](std::uint64_t column, std::uint32_t lane) {
      return history_.queued_request(column, lane);
    });
    for (const auto& column : across.spans()) {
      if (!column.index) continue;
      canvas_.text(column.middle(), top - 18,
                   fmt::format("W({})", history_.queued_warp(*column.index)),
                   {16, true, kInk, Anchor::kMiddle});
      const Dispatch& dispatch = history_.queued(*column.index);
      draw_tag(column.middle(), down.end() + 14, dispatch.op, dispatch.round);
    }
    if (s > 1) draw_super_warps(across, top - 34);
    return across.end();
  }

  // A brace over the warps of one super warp, with its name.
  void draw_super_warps(const Axis& across, double y) {
    std::map<std::uint64_t, Box> braces;  // by dispatch
    for (const auto& column : across.spans()) {
      if (!column.index) continue;
      const std::uint64_t dispatch = *column.index / history_.scene().machine.super_warp;
      Box& brace = braces.emplace(dispatch, Box{column.start, y, 0, 0}).first->second;
      brace.width = column.end() - brace.x;
    }
    for (const auto& [dispatch, brace] : braces) {
      canvas_.line(brace.x + 6, y, brace.right() - 6, y, kSubtle, 1.5);
      const std::uint64_t column = dispatch * history_.scene().machine.super_warp;
      put_text(brace.x + 6, y - 11, fmt::format("S({})", history_.queued(column).super_warp),
               starting(kNumber));
    }
  }

  double draw_stages(double queue_end, double y, const Axis& down) {
    const double start = queue_end + (view_.queue.empty() ? 0 : kArrow);
    const Axis across = columns(view_.stages, start);
    const double top = down.spans().front().start;
    const Box panel = {start - 6, top - 38, across.end() - start + 12, down.end() - top + 44};
    canvas_.box(panel, {kPanel, kLine, 1, 10, false});
    canvas_.text(panel.middle_x(), y, "stages", kNumber);
    if (!view_.queue.empty()) {
      canvas_.arrow(queue_end + 8, panel.x - 6, (top + down.end()) / 2, kSubtle);
    }
    for (const auto& row : down.spans()) {
      if (row.index) canvas_.line(start, row.middle(), across.end(), row.middle(), kLine, 1.5);
    }
    draw_grid(across, down, [&](std::uint64_t stage, std::uint32_t bank) {
      return history_.carried(history_.slot_in(stage + 1), bank);
    });
    for (const auto& column : across.spans()) {
      if (!column.index) continue;
      canvas_.text(column.middle(), top - 18, fmt::format("{}", *column.index + 1), kNumber);
      if (const Slot* slot = history_.slot_in(*column.index + 1)) {
        draw_tag(column.middle(), down.end() + 14, slot->op, slot->round);
      }
    }
    return panel.right();
  }

  void draw_banks(double pipeline_end, double y, const Axis& down) {
    const double start = pipeline_end + kArrow + 8;
    const Axis across = columns(view_.rows, start);
    put_text(start, y, "memory banks", starting(kNumber));
    for (const auto& row : down.spans()) {
      if (!row.index) {
        draw_gap((start + across.end()) / 2, row.middle());
        continue;
      }
      canvas_.arrow(pipeline_end + 6, start - 10, row.middle(), kSubtle);
      canvas_.box({start - 8, row.start + 2, across.end() - start + 16, row.extent - 4},
                  {kPanel, kLine, 1, 12, false});
      for (const auto& column : across.spans()) {
        if (column.index) {
          draw_held({column.start, row.start, column.extent, row.extent},
                    history_.held(static_cast<std::uint32_t>(*row.index), *column.index));
        } else {
          draw_gap(column.middle(), row.middle());
        }
      }
      put_text(across.end() + 16, row.middle(), fmt::format("B[{}]", *row.index),
               {18, true, kInk, Anchor::kStart});
    }
  }

  // What a bank holds in one row; an address on its way through the pipeline on its warp's colour.
  void draw_held(const Box& cell, const std::vector<Address>& held) {
    if (held.empty()) return;
    const auto wanted = std::find_if(held.begin(), held.end(), [this](Address address) {
      return history_.in_pipeline(address).has_value();
    });
    const Address address = wanted == held.end() ? held.front() : *wanted;
    const auto request = history_.in_pipeline(address);
    if (request) {
      canvas_.box({cell.x + 5, cell.middle_y() - 15, cell.width - 10, 30},
                  {warp_colour(request->warp), kSubtle, 1, 8, false});
    }
    canvas_.text(cell.middle_x(), cell.middle_y(),
                 fmt::format("{}{}", address, held.size() > 1 ? "+" : ""),
                 {kAddressSize, request.has_value(), request ? kInk : kSubtle, Anchor::kMiddle});
  }

  double draw_times(double y) {
    const double start =
        kMargin + 24 +
        SvgCanvas::text_width(fmt::formatted_size("B[{}]", history_.scene().machine.width - 1), 18);
    const Axis across = columns(view_.times, start);
    const Axis down = bank_rows(y + 52);
    put_text(kMargin, y, "Requests by the time unit in which they enter the pipeline", kHeading);
    canvas_.box({start, down.spans().front().start, across.end() - start,
                 down.end() - down.spans().front().start},
                {kPanel, kLine, 1, 6, false});
    draw_drain(across, down);
    for (const auto& row : down.spans()) {
      if (!row.index) continue;
      canvas_.text(kMargin, row.middle(), fmt::format("B[{}]", *row.index),
                   {18, true, kInk, Anchor::kStart});
      canvas_.line(start, row.end(), across.end(), row.end(), kLine, 1);
    }
    draw_grid(across, down, [&](std::uint64_t time, std::uint32_t bank) {
      return history_.carried(history_.slot_at(time + 1), bank);
    });
    for (const auto& column : across.spans()) {
      if (!column.index) continue;
      draw_time(column, y + 36);
      if (const Slot* slot = history_.slot_at(*column.index + 1)) {
        draw_tag(column.middle(), down.end() + 14, slot->op, slot->round);
      }
    }
    reach(across.end());
    return down.end() + (history_.several_rounds() ? 40 : 26);
  }

  // A time unit's number; the one whose pipeline is drawn above stands out.
  void draw_time(const Axis::Span& column, double y) {
    const std::uint64_t time = *column.index + 1;
    const bool shown = time == history_.shown();
    if (shown) {
      const double width =
          SvgCanvas::text_width(fmt::formatted_size("{}", time), kNumber.size) + 18;
      canvas_.box({column.middle() - width / 2, y - 12, width, 24}, {kInk, 0, 0, 12, false});
    }
    Font font = kNumber;
    font.colour = shown ? 0xffffff : kSubtle;
    font.bold = shown;
    canvas_.text(column.middle(), y, fmt::format("{}", time), font);
  }

  // After the last slot has entered the pipeline it takes latency - 1 time units to complete.
  void draw_drain(const Axis& across, const Axis& down) {
    const std::vector<Slot>& slots = history_.scene().slots;
    const auto begin =
        std::find_if(across.spans().begin(), across.spans().end(), [&](const Axis::Span& column) {
          return !slots.empty() && column.index && *column.index >= slots.back().time_unit;
        });
    if (begin == across.spans().end()) return;
    const double top = down.spans().front().start;
    canvas_.box({begin->start, top, across.end() - begin->start, down.end() - top},
                {0xe4e8ec, kLine, 1, 6, false});
    put_drain_text((begin->start + across.end()) / 2, across.end() - begin->start, down.end() + 14);
  }

  void put_drain_text(double x, double room, double y) {
    const std::string text =
        fmt::format("l-1 = {} until the last is complete", history_.scene().machine.latency - 1);
    if (prose_width(text, 14) < room) {
      canvas_.text(x, y, text, {14, false, kSubtle, Anchor::kMiddle});
    }
  }

  double draw_legend(double y) {
    double x = kMargin;
    const auto entry = [&](const Paint& paint, const std::string& text) {
      const double width = 34 + prose_width(text, 16) + 20;
      if (x > kMargin && x + width > right_) {
        x = kMargin;
        y += 32;
      }
      canvas_.box({x, y - 11, 26, 22}, paint);
      put_text(x + 34, y, text, {16, false, kInk, Anchor::kStart});
      x += width;
    };
    for (const auto& [colour, names] : names_by_colour()) {
      entry({kPalette[colour], kSubtle, 1, 5, false}, names);
    }
    if (waits_) entry({0xffffff, kSubtle, 1, 5, true}, "waiting");
    if (writes_) entry({0xffffff, kSubtle, 1, 5, false}, "read");
    if (writes_) entry({0xffffff, kInk, 2.5, 5, false}, "write");
    put_text(kMargin, y + 32,
             fmt::format("T: the thread, where requests merge the one that leads{}",
                         history_.max_merged() > 1 ? " (×2: two in one)" : ""),
             {16, false, kSubtle, Anchor::kStart});
    return y + 32;
  }

  // "W(1), W(9)": who has which of the palette's colours.
  [[nodiscard]] std::map<std::size_t, std::string> names_by_colour() const {
    std::map<std::size_t, std::string> names;
    std::map<std::size_t, std::uint32_t> count;
    for (const std::uint64_t warp : drawn_) {
      const std::size_t colour = warp % kPalette.size();
      const std::uint32_t before = count[colour]++;
      if (before < 3) names[colour] += fmt::format("{}W({})", before == 0 ? "" : ", ", warp);
      if (before == 3) names[colour] += ", …";
    }
    return names;
  }

  History history_;
  double cell_;
  View view_;
  SvgCanvas canvas_;
  double right_ = 0;
  std::set<std::uint64_t> drawn_;  ///< warps
  bool waits_ = false;
  bool writes_ = false;
};

}  // namespace

std::string draw_svg(const Scene& scene, const SvgStyle& style) {
  return Picture(scene, style).draw();
}

}  // namespace superwarp
