// SPDX-License-Identifier: Apache-2.0
#include "sim/crosscheck/crosscheck.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/crosscheck_report.h"
#include "sim/cli/json.h"
#include "sim/cli/names.h"
#include "sim/cli/progress.h"
#include "sim/cli/rtl_engine.h"
#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sim/crosscheck/ask_rtl.h"
#include "sim/crosscheck/data_files.h"

namespace superwarp::cli {
namespace {

struct CrosscheckOptions {
  std::vector<std::string> files;
  std::string gpu;
  std::string engines = "model";
  std::string rtl_dir;
  std::string json;
  bool summary = false;
};

/// Does `engines` name the RTL? The model always runs.
bool wants_rtl(const std::string& engines) {
  bool rtl = false;
  std::istringstream list(engines);
  for (std::string name; std::getline(list, name, ',');)
    rtl |= known_name("engine", name, {"rtl", "model"}) == "rtl";
  return rtl;
}

std::vector<crosscheck::Measurement> read_all(const std::vector<std::string>& given) {
  std::vector<std::string> names;
  for (const std::string& name : given) {
    if (name != "all") {
      names.push_back(name);
    } else {
      for (std::string& one : crosscheck::measurement_names()) names.push_back(std::move(one));
    }
  }
  std::vector<crosscheck::Measurement> measurements;
  std::set<std::filesystem::path> read;  // "all gtx-titan" names a file twice
  for (const std::string& name : names) {
    const std::string file = crosscheck::measurement_file(name);
    std::error_code ignored;
    if (read.insert(std::filesystem::weakly_canonical(file, ignored)).second || ignored)
      measurements.push_back(crosscheck::read_measurement(file));
  }
  return measurements;
}

int crosscheck_files(const CrosscheckOptions& options, const CommandLine& command_line) {
  const crosscheck::GpuRules rules = options.gpu.empty()
                                         ? crosscheck::GpuRules()
                                         : crosscheck::read_gpu(crosscheck::gpu_file(options.gpu));
  const bool rtl = wants_rtl(options.engines);
  if (!rtl && !options.rtl_dir.empty())
    throw UsageError("--rtl: the engine rtl does not run without --engine rtl,model");
  const std::vector<crosscheck::Measurement> measurements = read_all(options.files);
  std::optional<RtlEngine> engine;
  if (rtl) {
    sysc::RtlConfig config;
    config.rtl_dir = options.rtl_dir;
    engine.emplace(config);
  }
  Json json = result_of("superwarp.crosscheck/1");
  json["rules"] = rules_json(rules);
  json["files"] = Json::array();
  std::string disagreement;
  std::string text;
  Progress progress("crosscheck");
  for (const crosscheck::Measurement& measurement : measurements) {
    const auto result = crosscheck::crosscheck(
        measurement, rules,
        engine ? crosscheck::ask_rtl_of(engine->evaluator) : crosscheck::AskRtl());
    text +=
        (text.empty() ? "" : "\n") + crosscheck_table(measurement, rules, result, !options.summary);
    json["files"].push_back(crosscheck_json(measurement, result));
    if (disagreement.empty() && !result.disagreement.empty())
      disagreement = measurement.file + ": " + result.disagreement;
    progress.update(static_cast<double>(json["files"].size()) /
                    static_cast<double>(measurements.size()));
  }
  if (options.json != "-") fmt::print("{}", text);
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
  superwarp crosscheck all --summary --engine rtl,model --json crosscheck.json)";

}  // namespace

Command add_crosscheck(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "crosscheck", "compare predictions of the models with measurements of GPUs");
  const auto options = std::make_shared<CrosscheckOptions>();
  app->add_option("file", options->files,
                  "measurements: names from 'superwarp list measurement', files, or 'all'")
      ->required();
  app->add_option("--gpu", options->gpu,
                  "rules of a real GPU instead of the papers' machine: a name from 'superwarp list "
                  "gpu', or a description file");
  app->add_option("--engine", options->engines,
                  "model, or rtl,model: engines that count the slots; the RTL must agree")
      ->capture_default_str();
  app->add_flag("--summary", options->summary, "print no line for each pattern");
  add_rtl(*app, options->rtl_dir);
  add_json(*app, options->json);
  app->footer(kCrosscheckFooter);
  return {app, [options, command_line] { return crosscheck_files(*options, command_line); }};
}

}  // namespace superwarp::cli
