// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/rpu_info.h"
#include "model/reference/machine_check.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/report.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "sim/files/command_words.h"
#include "tools/kernels/advise/advice.h"

namespace superwarp::cli {
namespace {

constexpr std::uint32_t kUsualRegions = 8;
constexpr std::size_t kName = 90;  // letters of a source line

struct AdviseOptions {
  std::string trace;
  WorkloadChoice workload;
  MachineOptions machine;
  std::uint64_t keys = 5;
  std::string json;
};

struct AdviceReport {
  PreparedRun run;
  bool is_trace = false;
  std::string name;         ///< of the trace or workload
  advise::Subject subject;  ///< its programs and machine, with a mapping and regions
  std::uint32_t keys = 1;
  advise::Advice advice;
  std::string command;  ///< that uses the choice
};

/// All but the advice.
AdviceReport prepared(AdviseOptions options) {
  AdviceReport result;
  result.keys = in_range("--keys", options.keys, 1, 1000);
  if (options.trace.empty() && (options.workload.name.empty() || !options.workload.size))
    throw UsageError("advise: expected a trace or recording, or --workload NAME --size N");
  if (!options.trace.empty() && (!options.workload.name.empty() || options.workload.any_option()))
    throw UsageError("advise: give a trace or --workload with its options, not both");
  if (options.machine.blocks != 1) {
    throw UsageError(fmt::format("--blocks {}: a block's memory is laid out once, expected 1", options.machine.blocks));
  }
  options.machine.engines = "model";
  if (!options.machine["mapping"] && options.machine["machine"] != "rsdmm") options.machine["mapping"] = "h3";
  advise::Subject& subject = result.subject;
  if (options.trace.empty()) {
    result.run = prepare(options.workload, options.machine);
    result.name = fmt::format("{} of size {}", options.workload.name, *options.workload.size);
    subject.pieces = advise::pieces_of(result.run.program->arrays(), result.run.machine.bank_count());
  } else {
    result.is_trace = true;
    const input::Input input(options.trace);
    result.run = prepare(input, options.machine);
    result.name = input.name();
    subject.pieces = advise::pieces_of(input.lines_of_rows(result.run.machine.bank_count()));
  }
  for (const auto& piece : result.run.pieces) subject.programs.push_back(piece.get());
  if (subject.programs.empty()) subject.programs.push_back(result.run.program.get());
  subject.machine = result.run.machine;
  Machine& machine = subject.machine;
  if (machine.hierarchy) throw UsageError("--machine hmm: expected the machine of one memory, --shared's");
  if (!machine.regions.any()) machine.regions.on.assign(kUsualRegions, true);
  try {
    model::check_regions(machine);
    if (machine.regions.is_table())
      throw std::invalid_argument("--regions: expected a number of equal regions, found a table");
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("advise: {}", error.what()));
  }
  return result;
}

/// The command that uses the choice: that of `line`, with the regions.
std::string command_with(const CommandLine& line, const AdviceReport& report) {
  const Machine& machine = report.subject.machine;
  const Regions& regions = report.advice.regions;
  std::string text = report.is_trace ? "superwarp replay" : "superwarp run";
  for (std::size_t i = 2; i < line.size(); ++i) {
    const std::string option = line[i].substr(0, line[i].find('='));
    if (option == "--keys" || option == "--json" || option == "--regions" || option == "--mapping") {
      if (option == line[i]) ++i;
      continue;
    }
    text += " " + files::quoted(line[i]);
  }
  if (!regions.any_on() && regions.off == kUsualOff)
    return text + (machine.kind == MachineKind::kRsdmm ? " --mapping identity" : "");
  return text + fmt::format(" --mapping {} --regions {}", machine.mapping, text_of(regions));
}

std::vector<std::string> machine_names(const AdviceReport& report) {
  const Machine& machine = report.subject.machine;
  std::string name = machine_name(machine.kind);
  if (machine.super_warp > 1) name += fmt::format(" s={}", machine.super_warp);
  if (machine.rpu != Rpu::kBatch) name = rpu_info(machine.rpu).name;
  std::vector<std::string> names = {name};
  if (report.advice.off.size() > 1) names.emplace_back("dmm");
  return names;
}

std::string part_lines(const char* head, const std::vector<advise::AdvicePart>& parts, const AdviceReport& report) {
  const std::uint64_t rows = report.subject.machine.rows;
  const std::vector<std::string> names = machine_names(report);
  draw::Table table({fmt::format("{:<8}:>8", head), "rows:>11"});
  for (const std::string& name : names)
    table.group("", {(names.size() > 1 ? name + " off" : "off") + ":>14.1f", "on:>12.1f"});
  table.group("", {"choice  accessed by:  <6"});
  for (std::uint64_t i = 0; i < parts.size(); ++i) {
    const advise::AdvicePart& part = parts[i];
    if (part.first_row >= rows) continue;  // the memory is smaller than its regions
    std::vector<draw::Cell> cells = {i, fmt::format("{}-{}", part.first_row, std::min(rows, part.end_row) - 1)};
    for (std::size_t m = 0; m < part.off.size(); ++m) cells.insert(cells.end(), {part.off[m], part.on[m]});
    cells.emplace_back(part.off == part.on ? "-" : part.chosen ? "on" : "off");
    if (part.names.empty()) table.add(cells);
    for (const std::string& name : part.names) {
      table.add(cells, draw::clean(name).substr(0, kName));
      cells.assign(cells.size(), "");
    }
  }
  return "\n" + table.text();
}

Json parts_json(const std::vector<advise::AdvicePart>& parts) {
  Json all = Json::array();
  for (const advise::AdvicePart& part : parts)
    all.push_back({{"first_row", part.first_row},
                   {"end_row", part.end_row},
                   {"off", part.off},
                   {"on", part.on},
                   {"chosen", part.chosen},
                   {"accessed_by", part.names}});
  return all;
}

std::string advice_table(const AdviceReport& report) {
  const Machine& machine = report.subject.machine;
  const advise::Advice& advice = report.advice;
  std::string text = fmt::format("{}, {} on {} (width {}{}), {} of {}; slots, mean of {}\n", report.name,
                                 machine.mapping, machine_name(machine.kind), machine.width, rpu_note(machine),
                                 draw::counted(machine.regions.count(), "region"),
                                 draw::counted(advice.regions.rows, "row"), draw::counted(report.keys, "key"));
  draw::Table totals({":  <26"});
  for (const std::string& name : machine_names(report)) totals.group("", {name + ":>14.1f", "/off:>7.2f"});
  const auto add = [&](const char* label, const advise::MachineSlots& slots, const std::string& note = "") {
    std::vector<draw::Cell> cells = {label};
    for (std::size_t i = 0; i < slots.size(); ++i) cells.insert(cells.end(), {slots[i], slots[i] / advice.off[i]});
    totals.add(std::move(cells), note);
  };
  add("off everywhere", advice.off);
  add("on everywhere", advice.on);
  add("chosen", advice.chosen, text_of(advice.regions));
  if (!advice.by_piece.empty()) add("if regions followed arrays", advice.by_piece, text_of(advice.table));
  text += totals.text();
  text += part_lines("region", advice.parts, report);
  if (!advice.pieces.empty()) text += part_lines("array", advice.pieces, report);
  return text + fmt::format("\nuse: {}\n", report.command);
}

/// "superwarp.advise/1"
Json advice_json(const AdviceReport& report) {
  const advise::Advice& advice = report.advice;
  Json json = result_of("superwarp.advise/1");
  json["name"] = report.name;
  json["machine"] = machine_json(report.subject.machine);
  json["keys"] = report.keys;
  json["regions"] = text_of(advice.regions);
  json["region_rows"] = advice.regions.rows;
  json["slots"] = {{"of", machine_names(report)},
                   {"off", advice.off},
                   {"on", advice.on},
                   {"chosen", advice.chosen},
                   {"by_array", advice.by_piece}};
  if (advice.table.any()) json["array_regions"] = text_of(advice.table);
  json["parts"] = parts_json(advice.parts);
  json["arrays"] = parts_json(advice.pieces);
  json["command"] = report.command;
  return json;
}

Command add_advise(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand("advise", "find the regions of a memory in which a mapping helps");
  const auto options = std::make_shared<AdviseOptions>();
  app->add_option("trace", options->trace, kTraceHelp);
  options->workload.add_to(*app, false);
  options->machine.add_machine_to(*app);
  options->machine.add_conditions_to(*app);
  app->get_option("--mapping")
      .description("mapping to switch on, see 'superwarp list' (default h3; rsdmm: random-shift)");
  app->get_option("--regions")
      .description("number of regions, a power of two (default 8); 8::pad: off is the mapping pad");
  app->add_option("--keys", options->keys, "number of random keys, 1 to 1000, from --seed on; slots are means")
      .capture_default_str();
  add_json(*app, options->json);
  app->footer(
      "Example:\n  superwarp advise --workload kernel-lud-perimeter --size 32 --threads 64\n"
      "  superwarp advise out/kernels/kernel-1.traceg --regions 16 --machine sdmm --rpu stream");
  return {app, [options, command_line] {
            AdviceReport report = prepared(*options);
            report.advice = advise::advice_on(report.subject, report.keys);
            report.command = command_with(command_line, report);
            if (options->json != "-") fmt::print("{}", advice_table(report));
            write_json(options->json, advice_json(report));
            return 0;
          }};
}

const AddCommand kAddAdvise(70, add_advise);

}  // namespace
}  // namespace superwarp::cli
