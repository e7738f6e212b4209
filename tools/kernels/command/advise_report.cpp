// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/command/advise_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/machine/rpu_info.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/draw/text.h"

namespace superwarp::cli {
namespace {

constexpr std::size_t kLabel = 26;
constexpr std::size_t kName = 90;  // letters of a source line

std::vector<std::string> machine_names(const AdviceReport& report) {
  const Machine& machine = report.machine;
  std::string name = machine_name(machine.kind);
  if (machine.super_warp > 1) name += fmt::format(" s={}", machine.super_warp);
  if (machine.rpu != Rpu::kBatch) name = rpu_info(machine.rpu).name;
  std::vector<std::string> names = {name};
  if (report.advice.off.size() > 1) names.emplace_back("dmm");
  return names;
}

std::string total_line(const std::string& label, const advise::MachineSlots& slots,
                       const advise::MachineSlots& off, const std::string& note = "") {
  std::string text = fmt::format("  {:<{}}", label, kLabel);
  for (std::size_t i = 0; i < slots.size(); ++i)
    text += fmt::format("{:>14.1f}{:>7.2f}", slots[i], slots[i] / off[i]);
  return text + (note.empty() ? "" : "  " + note) + "\n";
}

std::string part_lines(const std::string& head, const std::vector<advise::AdvicePart>& parts,
                       const AdviceReport& report) {
  const std::uint64_t rows = report.machine.rows;
  std::string text = fmt::format("\n{:<8}{:>11}", head, "rows");
  const std::vector<std::string> names = machine_names(report);
  for (const std::string& name : names)
    text += fmt::format("{:>14}{:>12}", names.size() > 1 ? name + " off" : "off", "on");
  text += "  choice  accessed by\n";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const advise::AdvicePart& part = parts[i];
    if (part.first_row >= rows) continue;  // the memory is smaller than its regions
    std::string line = fmt::format(
        "{:>8}{:>11}", i, fmt::format("{}-{}", part.first_row, std::min(rows, part.end_row) - 1));
    for (std::size_t m = 0; m < part.off.size(); ++m)
      line += fmt::format("{:>14.1f}{:>12.1f}", part.off[m], part.on[m]);
    const bool same = part.off == part.on;
    line += fmt::format("  {:<6}", same ? "-" : part.chosen ? "on" : "off");
    const std::size_t margin = line.size();
    for (const std::string& name : part.names) {
      if (name != *part.names.begin()) line += "\n" + std::string(margin, ' ');
      line += "  " + draw::clean(name).substr(0, kName);
    }
    text += line + "\n";
  }
  return text;
}

Json part_json(const advise::AdvicePart& part) {
  return {
      {"first_row", part.first_row}, {"end_row", part.end_row},  {"off", part.off}, {"on", part.on},
      {"chosen", part.chosen},       {"accessed_by", part.names}};
}

}  // namespace

std::string advice_table(const AdviceReport& report) {
  const Machine& machine = report.machine;
  const advise::Advice& advice = report.advice;
  std::string text =
      fmt::format("{}, {} on {} (width {}{}), {} of {}; slots, mean of {}\n", report.name,
                  machine.mapping, machine_name(machine.kind), machine.width, rpu_note(machine),
                  draw::counted(machine.regions.count(), "region"),
                  draw::counted(advice.regions.rows, "row"), draw::counted(report.keys, "key"));
  text += std::string(2 + kLabel, ' ');
  for (const std::string& name : machine_names(report))
    text += fmt::format("{:>14}{:>7}", name, "/off");
  text += "\n";
  text += total_line("off everywhere", advice.off, advice.off);
  text += total_line("on everywhere", advice.on, advice.off);
  text += total_line("chosen", advice.chosen, advice.off, text_of(advice.regions));
  if (!advice.by_piece.empty())
    text += total_line("if regions followed arrays", advice.by_piece, advice.off,
                       text_of(advice.table));
  text += part_lines("region", advice.parts, report);
  if (!advice.pieces.empty()) text += part_lines("array", advice.pieces, report);
  return text + fmt::format("\nuse: {}\n", report.command);
}

Json advice_json(const AdviceReport& report) {
  const advise::Advice& advice = report.advice;
  Json json = result_of("superwarp.advise/1");
  json["name"] = report.name;
  json["machine"] = machine_json(report.machine);
  json["keys"] = report.keys;
  json["regions"] = text_of(advice.regions);
  json["region_rows"] = advice.regions.rows;
  json["slots"] = {{"of", machine_names(report)},
                   {"off", advice.off},
                   {"on", advice.on},
                   {"chosen", advice.chosen},
                   {"by_array", advice.by_piece}};
  if (advice.table.any()) json["array_regions"] = text_of(advice.table);
  json["parts"] = Json::array();
  for (const advise::AdvicePart& part : advice.parts) json["parts"].push_back(part_json(part));
  json["arrays"] = Json::array();
  for (const advise::AdvicePart& part : advice.pieces) json["arrays"].push_back(part_json(part));
  json["command"] = report.command;
  return json;
}

}  // namespace superwarp::cli
