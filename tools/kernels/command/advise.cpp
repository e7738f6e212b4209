// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
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
  std::vector<std::string> traces;
  WorkloadChoice workload;
  MachineOptions machine;
  std::uint64_t keys = 5;
  std::string json;
};

/// One of several recordings, and what is best for it alone.
struct Recording {
  std::string name;
  advise::Subject subject;
  advise::Advice advice;
};

struct AdviceReport {
  std::vector<PreparedRun> runs;
  std::vector<std::string> traces;    ///< empty: a workload
  std::vector<Recording> recordings;  ///< if there are several
  std::string name;                   ///< of the trace or workload
  advise::Subject subject;            ///< its programs and machine, with a mapping and regions
  std::uint32_t keys = 1;
  advise::Advice advice;
  std::string command;  ///< that uses the choice
};

/// All but the advice.
AdviceReport prepared(AdviseOptions options) {
  AdviceReport result;
  result.keys = in_range("--keys", options.keys, 1, 1000);
  const std::vector<std::string>& traces = result.traces = options.traces;
  if (traces.empty() && (options.workload.name.empty() || !options.workload.size))
    throw UsageError("advise: expected a trace or recording, or --workload NAME --size N");
  if (!traces.empty() && (!options.workload.name.empty() || options.workload.any_option()))
    throw UsageError("advise: give a trace or --workload with its options, not both");
  if (options.machine.blocks != 1) {
    throw UsageError(fmt::format("--blocks {}: a block's memory is laid out once, expected 1", options.machine.blocks));
  }
  options.machine.engines = "model";
  if (!options.machine["mapping"] && options.machine["machine"] != "rsdmm") options.machine["mapping"] = "h3";
  advise::Subject& subject = result.subject;
  const auto add = [&](PreparedRun run, const std::string& name, std::vector<advise::Piece> pieces) {
    Recording one{name, {{}, std::move(pieces), run.machine}, {}};
    for (const auto& piece : run.pieces) one.subject.programs.push_back(piece.get());
    if (run.pieces.empty()) one.subject.programs.push_back(run.program.get());
    if (!result.recordings.empty() && run.machine.width != subject.machine.width) {
      throw UsageError(fmt::format("advise: {}: expected warps of {} threads as in {}, found {}", name,
                                   subject.machine.width, result.recordings[0].name, run.machine.width));
    }
    if (result.runs.empty() || run.machine.rows > subject.machine.rows) subject.machine = run.machine;  // holds all
    subject.programs.insert(subject.programs.end(), one.subject.programs.begin(), one.subject.programs.end());
    result.runs.push_back(std::move(run));
    result.recordings.push_back(std::move(one));
  };
  if (traces.empty()) {
    PreparedRun run = prepare(options.workload, options.machine);
    subject.pieces = advise::pieces_of(run.program->arrays(), run.machine.bank_count());
    add(std::move(run), fmt::format("{} of size {}", options.workload.name, *options.workload.size), {});
  }
  std::vector<std::set<std::string>> lines;  // by row
  for (const std::string& trace : traces) {
    const input::Input input(trace);
    PreparedRun run = prepare(input, options.machine);
    const auto more = input.lines_of_rows(run.machine.bank_count());
    lines.resize(std::max(lines.size(), more.size()));
    for (std::size_t row = 0; row < more.size(); ++row) lines[row].insert(more[row].begin(), more[row].end());
    add(std::move(run), input.name(), advise::pieces_of(more));
  }
  if (!traces.empty()) subject.pieces = advise::pieces_of(lines);
  result.name = traces.size() > 1 ? draw::counted(traces.size(), "recording") : result.recordings[0].name;
  if (traces.size() <= 1) result.recordings.clear();
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
  for (Recording& one : result.recordings) one.subject.machine = machine;
  return result;
}

/// The command that uses the choice: that of `line`, with the regions.
std::string command_with(const CommandLine& line, const AdviceReport& report) {
  const Machine& machine = report.subject.machine;
  const Regions& regions = report.advice.regions;
  const std::vector<std::string>& traces = report.traces;
  const bool several = traces.size() > 1;
  std::string text = traces.empty() ? "superwarp run" : several ? "superwarp replay TRACE" : "superwarp replay";
  for (std::size_t i = 2; i < line.size(); ++i) {
    const std::string option = line[i].substr(0, line[i].find('='));
    if (several && std::find(traces.begin(), traces.end(), line[i]) != traces.end()) continue;
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
  draw::Table each({"recording:  <", "off:>14.1f", "on:>14.1f", "best alone:>14.1f", "regions:  <1"});
  for (const auto& [name, subject, alone] : report.recordings)
    each.add({draw::clean(name), alone.off[0], alone.on[0], alone.chosen[0], text_of(alone.regions)});
  if (!report.recordings.empty()) text += "\n" + each.text();
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
  for (const auto& [name, subject, alone] : report.recordings)
    json["recordings"].push_back({{"name", name},
                                  {"off", alone.off},
                                  {"on", alone.on},
                                  {"chosen", alone.chosen},
                                  {"regions", text_of(alone.regions)}});
  json["command"] = report.command;
  return json;
}

Command add_advise(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand("advise", "find the regions of a memory in which a mapping helps");
  const auto options = std::make_shared<AdviseOptions>();
  app->add_option("trace", options->traces, kTraceHelp);
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
      "  superwarp advise out/kernels/kernel-1.traceg --regions 16 --machine sdmm --rpu stream\n"
      "  superwarp advise out/small/kernel-1.traceg out/large/kernel-1.traceg    # one choice for several inputs");
  return {app, [options, command_line] {
            AdviceReport report = prepared(*options);
            report.advice = advise::advice_on(report.subject, report.keys);
            for (Recording& one : report.recordings) one.advice = advise::advice_on(one.subject, report.keys);
            report.command = command_with(command_line, report);
            if (options->json != "-") fmt::print("{}", advice_table(report));
            write_json(options->json, advice_json(report));
            return 0;
          }};
}

const AddCommand kAddAdvise(70, add_advise);

}  // namespace
}  // namespace superwarp::cli
