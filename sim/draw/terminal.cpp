// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/terminal.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/text.h"
#include "sim/draw/view.h"

namespace superwarp::draw {

namespace {

std::size_t digits(std::uint64_t number) { return fmt::formatted_size("{}", number); }

class Terminal {
 public:
  Terminal(const Scene& scene, const TerminalStyle& style)
      : history_(scene),
        style_(style),
        columns_(std::max(style.columns, kMinColumns)),
        cell_(cell_width()),
        label_(digits(scene.machine.bank_count() - 1) + 4) {
    // Fixed parts of the pipeline picture: two separators, the arrows and the names of the banks.
    const std::size_t fixed = 2 + 5 + label_;
    view_ = view(history_, {(columns_ - fixed) / cell_, std::max<std::uint64_t>(style.banks, 3),
                            (columns_ - label_ - 2) / cell_});
  }

  std::string draw() {
    out_ = clean(history_.scene().title, style_.unicode);
    if (!out_.empty()) out_ += "\n\n";
    draw_pipeline();
    draw_times();
    draw_key();
    out_ += fmt::format("{}: {}\n", machine_text(history_.scene().machine), time_text(history_.scene()));
    return std::move(out_);
  }

 private:
  // Wide enough for every number in a cell, with a blank and a mark around it.
  [[nodiscard]] std::size_t cell_width() const {
    std::size_t width = digits(std::max<std::uint64_t>(history_.max_address(), history_.time_units()));
    std::uint64_t super_warps = 1;
    std::uint64_t rounds = 0;
    for (const Slot& slot : history_.scene().slots) {
      super_warps = std::max<std::uint64_t>(super_warps, slot.super_warp + 1U);
      rounds = std::max(rounds, slot.round);
    }
    width = std::max(width, 1 + digits(super_warps * history_.scene().machine.super_warp - 1));
    if (history_.several_rounds()) width = std::max(width, 1 + digits(rounds));
    return width + 2;
  }

  [[nodiscard]] const char* glyph(const char* unicode, const char* ascii) const {
    return style_.unicode ? unicode : ascii;
  }

  // The last place of a cell is for a mark.
  void put(std::string_view text, std::string_view mark = " ") {
    out_ += fmt::format("{:>{}}{}", text, cell_ - 1, mark);
  }
  void put_gap() { put(glyph("…", "..")); }
  void put_nothing() { put(glyph("·", ".")); }

  // A request on the colour of its warp, or in that colour while it waits.
  void put(const std::optional<Mark>& request) {
    if (!request) return put_nothing();
    const char* mark = request->waiting ? glyph("›", ">") : request->merged > 1 ? "*" : " ";
    put_coloured(request, fmt::format("{}", request->address), mark);
  }

  void put_coloured(const std::optional<Mark>& request, std::string_view text, std::string_view mark) {
    if (!style_.colour || !request) return put(text, mark);
    std::string cell = fmt::format("{:>{}}{}", text, cell_ - 1, mark);
    if (cell.front() == ' ') {  // separates blocks of colour
      out_ += ' ';
      cell.erase(0, 1);
    }
    out_ += fmt::format("\x1b[{};5;{}m{}\x1b[0m", request->waiting ? "38" : "30;48",
                        terminal_colour(warp_colour(request->warp)), cell);
  }

  // Part of a line: `entry` puts the cell of every place in the window.
  template <typename Entry>
  void put_window(const Window& window, Entry entry) {
    for (const auto& place : window) {
      if (place) {
        entry(*place);
      } else {
        put_gap();
      }
    }
  }

  void end_line() {
    out_.erase(out_.find_last_not_of(' ') + 1);
    out_ += '\n';
  }

  void separate() { out_ += glyph("│", "|"); }

  // Part of a line: what `entry` puts for the columns of waiting warps and of stages.
  template <typename Entry>
  void put_pipeline(Entry entry) {
    for (const Panel* const panel : {&view_.queue, &view_.stages}) {
      put_window(panel->columns, [&](std::uint64_t column) { entry(*panel, column); });
      separate();
    }
  }

  // "R", or "R3" in round 3 of several.
  void put_tag(const Panel& panel, std::uint64_t column) {
    const std::optional<Tag> tag = panel.tag(column);
    if (!tag) return put("");
    const char* const letter = tag->op == Op::kRead ? "R" : "W";
    put(history_.several_rounds() ? fmt::format("{}{}", letter, tag->round) : letter);
  }

  void put_cell(const Panel& panel, std::uint64_t column, const std::optional<std::uint64_t>& bank) {
    bank ? put(panel.cell(column, static_cast<std::uint32_t>(*bank))) : put_gap();
  }

  void put_bank(std::uint64_t bank) {
    out_ += fmt::format(" {:>{}} {}", fmt::format("B[{}]", bank), label_ - 1, glyph("◀ ", "< "));
    put_window(view_.rows, [&](std::uint64_t row) { put_held(history_.held(static_cast<std::uint32_t>(bank), row)); });
  }

  // The content of a bank in one row; preferably an address that is in the pipeline.
  void put_held(const std::vector<Address>& held) {
    if (held.empty()) return put_nothing();
    const auto wanted = std::find_if(held.begin(), held.end(),
                                     [this](Address address) { return history_.in_pipeline(address).has_value(); });
    const Address address = wanted == held.end() ? held.front() : *wanted;
    const std::string more = held.size() > 1 ? "+" : "";
    const auto request = history_.in_pipeline(address);
    const std::string text = fmt::format(request ? "[{}{}" : "{}{}", address, more);
    put_coloured(request, text, request ? "]" : " ");
  }

  void draw_pipeline() {
    out_ += fmt::format("time unit {} of {}\n", history_.shown(), history_.time_units());
    put_pipeline([&](const Panel& panel, std::uint64_t column) {
      put(fmt::format("{}{}", &panel == &view_.queue ? "W" : "", panel.number(column)));
    });
    out_ += " memory banks";
    end_line();
    for (const auto& bank : view_.banks) {
      put_pipeline([&](const Panel& panel, std::uint64_t column) { put_cell(panel, column, bank); });
      if (bank) put_bank(*bank);
      end_line();
    }
    put_pipeline([&](const Panel& panel, std::uint64_t column) { put_tag(panel, column); });
    end_line();
    out_ += '\n';
  }

  void draw_times() {
    const Panel& panel = view_.times;
    const auto line = [&](const std::string& label, auto entry) {
      out_ += fmt::format("{:>{}} ", label, label_);
      separate();
      put_window(panel.columns, entry);
      end_line();
    };
    line("time", [&](std::uint64_t time) { put(std::to_string(panel.number(time))); });
    for (const auto& bank : view_.banks)
      line(bank ? fmt::format("B[{}]", *bank) : "", [&](std::uint64_t time) { put_cell(panel, time, bank); });
    line("", [&](std::uint64_t time) { put_tag(panel, time); });
    out_ += '\n';
  }

  void draw_key() {
    out_ += fmt::format("R read, W write{}, [..] in the pipeline, {} still waiting{}\n",
                        history_.several_rounds() ? " (and round)" : "", glyph("›", ">"),
                        history_.max_merged() > 1 ? ", * requests merged" : "");
  }

  History history_;
  TerminalStyle style_;
  std::size_t columns_;
  std::size_t cell_;
  std::size_t label_;
  View view_;
  std::string out_;
};

}  // namespace

std::string draw_terminal(const Scene& scene, const TerminalStyle& style) { return Terminal(scene, style).draw(); }

}  // namespace superwarp::draw
