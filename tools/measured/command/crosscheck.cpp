// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/crosscheck.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/description/data_files.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "tools/measured/ask_rtl.h"
#include "tools/measured/error_table.h"

namespace superwarp::cli {
namespace {

std::string number(const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "-"; }

std::string constants_text(const crosscheck::CheckGroup& group, const gpu::Description& rules) {
  if (group.counted) return "no constants";
  if (!group.constants) return "too few or too similar patterns to fit the constants";
  std::string text;
  if (group.constants->per_slot)
    text += fmt::format("{:.4g} {} a slot{}", *group.constants->per_slot, group.unit,
                        rules.machine ? "" : " of a busy multiprocessor");
  if (group.constants->latency) {
    text += fmt::format("{}latency {:.4g} {}", text.empty() ? "" : ", ", *group.constants->latency, group.unit);
  }
  return text + fmt::format(", fitted on {}", group.fitted);
}

std::string errors_text(const crosscheck::Measurement& m, bool counted, const crosscheck::Errors& e) {
  return fmt::format("{} {}: mean error {:.1f} %, worst {} ({})", e.patterns, counted ? "compared" : "held out",
                     100 * e.mean, draw::percent(e.worst), m.patterns[e.worst_pattern].id);
}

std::string group_lines(const crosscheck::Measurement& m, const gpu::Description& rules,
                        const crosscheck::CheckGroup& group) {
  std::string text = fmt::format("  {} memory{}, {}: {}; ", crosscheck::name_of(group.memory),
                                 group.programs ? ", programs" : "", group.unit, constants_text(group, rules));
  if (!group.held_out) return text + "nothing held out\n";
  text += errors_text(m, group.counted, *group.held_out);
  if (group.held_out->r2) text += fmt::format(", R^2 {:.4f}", *group.held_out->r2);
  text += "\n";
  if (group.by_kind.size() < 2) return text;
  for (const auto& [kind, errors] : group.by_kind)
    text += fmt::format("    {}: {}\n", kind, errors_text(m, group.counted, errors));
  return text;
}

Json errors_json(const crosscheck::Measurement& m, const crosscheck::Errors& errors) {
  return {{"patterns", errors.patterns},
          {"mean_error", errors.mean},
          {"worst_error", errors.worst},
          {"worst_pattern", m.patterns[errors.worst_pattern].id},
          {"r2", or_null(errors.r2)}};
}

/// Slots of the whole pattern if its time was measured, else of one access.
std::string slots_text(const crosscheck::Pattern& pattern, const crosscheck::PatternSlots& slots, std::uint64_t count) {
  if (pattern.quantity == crosscheck::Quantity::kTime) return std::to_string(count);
  return fmt::format("{:.5g}", static_cast<double>(count) / static_cast<double>(slots.warp_accesses));
}

std::string pattern_lines(const crosscheck::Measurement& m, const crosscheck::Crosscheck& result) {
  draw::Table table({"pattern:  <", "slots: >9", "RTL: >9", "measured: >10", "predicted: >10", "error: >9", ":  <"});
  for (const crosscheck::PatternCheck& check : result.patterns) {
    const crosscheck::Pattern& pattern = m.patterns[check.pattern];
    const auto error = check.error();
    draw::Cell slots = "-";
    draw::Cell on_rtl;
    if (check.slots) slots = slots_text(pattern, *check.slots, check.slots->slots);
    if (check.slots && check.slots->rtl_slots) on_rtl = slots_text(pattern, *check.slots, *check.slots->rtl_slots);
    table.add({pattern.id, slots, on_rtl, number(pattern.cost()), number(check.predicted),
               error ? draw::percent(*error) : "-", crosscheck::name_of(check.role)});
  }
  return table.text();
}

/// A measurement compared with the rules: constants, errors and findings, and with `all_patterns` a
/// line for each pattern.
std::string crosscheck_table(const crosscheck::Measurement& m, const gpu::Description& rules,
                             const crosscheck::Crosscheck& result, bool all_patterns) {
  std::string text = fmt::format("{}: {}, {}; compared with {}\n", m.name, m.device.name,
                                 m.published ? "published" : "measured " + m.date,
                                 rules.machine ? rules.description : fmt::format("the GPU rules {}", rules.name));
  for (const crosscheck::CheckGroup& group : result.groups) {
    if (group.fitted == 0 && !group.held_out && group.not_described > 0) continue;  // a finding
    text += group_lines(m, rules, group);
  }
  for (const std::string& finding : result.findings) text += fmt::format("  note: {}\n", finding);
  if (all_patterns) text += pattern_lines(m, result);
  return text;
}

/// The rules in "superwarp.crosscheck/2".
Json rules_json(const gpu::Description& rules) {
  Json json = {{"name", rules.name},
               {"wave", rules.wave},
               {"banks", rules.banks},
               {"bank_bytes", rules.bank_bytes},
               {"interleave", rules.interleave},
               {"merge", rules.merges_every_word ? "every-word" : "one-word"}};
  json["phases"] = Json::array();
  for (const gpu::PhaseRule& rule : rules.phases) {
    Json operations = Json::array();
    for (const gpu::Operation operation : rule.operations) operations.push_back(gpu::name_of(operation));
    json["phases"].push_back({{"operations", operations},
                              {"bits", rule.bits},
                              {"phases", rule.groups.size()},
                              {"evidence", gpu::name_of(rule.evidence.status)}});
  }
  json["sub_cores"] = rules.sub_cores;
  json["slot_cycles_sub_core"] = rules.slot_cycles_sub_core;
  json["slot_cycles_sm"] = rules.slot_cycles_sm;
  json["slot_cycles_warp"] = rules.slot_cycles_warp;
  json["access_cycles_sub_core"] = rules.access_cycles_sub_core;
  json["access_cycles_warp"] = rules.access_cycles_warp;
  json["write_cycles_sub_core"] = rules.write_cycles_sub_core;
  json["write_word_cycles_sub_core"] = rules.write_word_cycles_sub_core;
  json["read_phase_cycles"] = rules.read_phase_cycles;
  json["writes_wait"] = rules.writes_wait;
  return json;
}

/// The result as an item of "files" there.
Json crosscheck_json(const crosscheck::Measurement& m, const gpu::Description& rules,
                     const crosscheck::Crosscheck& result) {
  Json json = {{"file", m.file},     {"name", m.name},          {"kind", m.published ? "published" : "measured"},
               {"source", m.source}, {"device", m.device.name}, {"rules", rules.name}};
  json["groups"] = Json::array();
  for (const crosscheck::CheckGroup& group : result.groups) {
    Json one = {{"memory", crosscheck::name_of(group.memory)}, {"programs", group.programs}, {"unit", group.unit}};
    one["cycles_per_slot"] = group.constants ? or_null(group.constants->per_slot) : Json(nullptr);
    one["latency"] = group.constants ? or_null(group.constants->latency) : Json(nullptr);
    one["fitted"] = group.fitted;
    one["not_described"] = group.not_described;
    one["held_out"] = group.held_out ? errors_json(m, *group.held_out) : Json(nullptr);
    one["by_kind"] = Json::object();
    for (const auto& [kind, errors] : group.by_kind) one["by_kind"][kind] = errors_json(m, errors);
    json["groups"].push_back(one);
  }
  json["patterns"] = Json::array();
  for (const crosscheck::PatternCheck& check : result.patterns) {
    const crosscheck::Pattern& pattern = m.patterns[check.pattern];
    json["patterns"].push_back({{"id", pattern.id},
                                {"memory", crosscheck::name_of(pattern.memory)},
                                {"programs", crosscheck::is_program(pattern)},
                                {"quantity", crosscheck::name_of(pattern.quantity)},
                                {"unit", pattern.cost_unit()},
                                {"slots", or_null(check.slots, &crosscheck::PatternSlots::slots)},
                                {"rtl_slots", check.slots ? or_null(check.slots->rtl_slots) : Json(nullptr)},
                                {"rounds", or_null(check.slots, &crosscheck::PatternSlots::rounds)},
                                {"waits", or_null(check.slots, &crosscheck::PatternSlots::waits)},
                                {"measured", pattern.cost()},
                                {"predicted", or_null(check.predicted)},
                                {"error", or_null(check.error())},
                                {"role", crosscheck::name_of(check.role)},
                                {"why", or_null(check.why)},
                                {"bound", or_null(pattern.bound)},
                                {"explained", or_null(pattern.explained)}});
  }
  json["findings"] = result.findings;
  json["disagreement"] = or_null(result.disagreement);
  return json;
}

struct CrosscheckOptions {
  std::vector<std::string> files;
  std::string gpu;
  std::string engines = "model";
  std::string rtl_dir;
  std::string json;
  bool summary = false;
  bool errors = false;
};

constexpr const char* kOwnGpu = "own";

gpu::Description rules_named(const std::string& gpu) {
  return gpu.empty() ? gpu::Description() : gpu::read_description(description::gpu_file(gpu));
}

std::vector<crosscheck::Measurement> read_all(const std::vector<std::string>& given) {
  std::vector<std::string> names;
  for (const std::string& name : given) {
    if (name != "all") {
      names.push_back(name);
    } else {
      for (std::string& one : description::measurement_names()) names.push_back(std::move(one));
    }
  }
  std::vector<crosscheck::Measurement> measurements;
  std::set<std::filesystem::path> read;  // "all gtx-titan" names a file twice
  for (const std::string& name : names) {
    const std::string file = description::measurement_file(name);
    std::error_code ignored;
    if (read.insert(std::filesystem::weakly_canonical(file, ignored)).second || ignored)
      measurements.push_back(crosscheck::read_measurement(file));
  }
  return measurements;
}

int crosscheck_files(const CrosscheckOptions& options, const CommandLine& command_line) {
  const bool own = options.gpu == kOwnGpu;
  const gpu::Description given = rules_named(own ? "" : options.gpu);
  const bool rtl = chosen_engines(options.engines, {"rtl", "model"}).count("rtl") > 0;
  if (!rtl && !options.rtl_dir.empty())
    throw UsageError("--rtl: the engine rtl does not run without --engine rtl,model");
  const std::vector<crosscheck::Measurement> measurements = read_all(options.files);
  std::optional<RtlEngine> engine;
  if (rtl) {
    sysc::RtlConfig config;
    config.rtl_dir = options.rtl_dir;
    engine.emplace(config);
  }
  Json json = result_of("superwarp.crosscheck/2");
  json["rules"] = own ? Json{{"name", kOwnGpu}} : rules_json(given);
  json["files"] = Json::array();
  std::string disagreement;
  std::string text;
  crosscheck::ErrorTable errors;
  Progress progress("crosscheck");
  for (const crosscheck::Measurement& measurement : measurements) {
    const gpu::Description rules = own ? rules_named(measurement.gpu) : given;
    const auto result = crosscheck::crosscheck(
        measurement, rules, engine ? crosscheck::ask_rtl_of(engine->evaluator) : crosscheck::AskRtl());
    text += (text.empty() ? "" : "\n") + crosscheck_table(measurement, rules, result, !options.summary);
    errors.add(measurement, rules.name, result);
    json["files"].push_back(crosscheck_json(measurement, rules, result));
    if (disagreement.empty() && !result.disagreement.empty())
      disagreement = measurement.file + ": " + result.disagreement;
    progress.update(static_cast<double>(json["files"].size()) / static_cast<double>(measurements.size()));
  }
  if (options.json != "-") fmt::print("{}", options.errors ? errors.text() : text);
  write_json(options.json, json);
  return disagreement.empty() ? 0 : report_disagreement(disagreement, command_line);
}

constexpr const char* kCrosscheckFooter =
    R"(Two constants, cycles per slot and latency, are fitted to half of the patterns of each kind and tested on the
other half.
A wrong prediction is a finding and not an error; exit status 1 means that RTL and model disagree about slots.
'superwarp list measurement' and 'superwarp list gpu' list the data; data/measurements/README.md describes the format.
Examples:
  superwarp crosscheck rtx-4070-ti
  superwarp crosscheck h800-h20 --gpu hopper
  superwarp crosscheck all --gpu own --errors
  superwarp crosscheck all --summary --engine rtl,model --json crosscheck.json)";

Command add_crosscheck(App& application, const CommandLine& command_line) {
  App* const app =
      application.add_subcommand("crosscheck", "compare predictions of the models with measurements of GPUs");
  const auto options = std::make_shared<CrosscheckOptions>();
  app->add_option("file", options->files, "measurements: names from 'superwarp list measurement', files, or 'all'")
      .required();
  app->add_option("--gpu", options->gpu,
                  "rules of a real GPU instead of the papers' machine: a name from 'superwarp list "
                  "gpu', a description file, or 'own', which is each file's own");
  app->add_option("--engine", options->engines, "model, or rtl,model: engines that count the slots; the RTL must agree")
      .capture_default_str();
  app->add_flag("--summary", options->summary, "print no line for each pattern");
  app->add_flag("--errors", options->errors, "print errors by GPU, width and operation, and a reason for each miss");
  add_rtl(*app, options->rtl_dir);
  add_json(*app, options->json);
  app->footer(kCrosscheckFooter);
  return {app, [options, command_line] { return crosscheck_files(*options, command_line); }, needs_rtl()};
}

const AddCommand kAddCrosscheck(110, add_crosscheck);

}  // namespace
}  // namespace superwarp::cli
