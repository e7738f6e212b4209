// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "language/machine_info.h"
#include "language/rpu_info.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/crosscheck/measurement.h"
#include "sim/description/data_files.h"
#include "sim/draw/text.h"
#include "sim/gpu/description.h"
#include "sim/model/mapping.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/workload.h"

namespace superwarp::cli {
namespace {

struct Line {
  std::string kind;
  std::string name;
  std::string description;
};

/// Prints columns as wide as their longest entries.
void print(const std::vector<Line>& lines) {
  std::size_t kind = 0;
  std::size_t name = 0;
  for (const Line& line : lines) {
    kind = std::max(kind, line.kind.size());
    name = std::max(name, line.name.size());
  }
  for (const Line& line : lines) {
    fmt::print("{:<{}}  {:<{}}  {}\n", line.kind, kind, line.name, name, line.description);
  }
}

/// The rules of every GPU with their evidence, and what it lacks.
void add_rules(std::vector<Line>& lines) {
  for (const std::string& name : description::gpu_names()) {
    const gpu::Description gpu = gpu::read_description(description::gpu_file(name));
    for (const gpu::NamedRule& rule : gpu.rules) {
      lines.push_back({"rule", name,
                       fmt::format("{}: {} ({}: {})", rule.name, rule.value,
                                   gpu::name_of(rule.evidence.status), rule.evidence.source)});
    }
    for (const std::string& lack : gpu.lacks) lines.push_back({"rule", name, "lacks " + lack});
  }
}

std::vector<Line> lines_of(const std::string& only) {
  if (!only.empty()) {
    known_name(
        "kind", only,
        {"machine", "rpu", "workload", "mapping", "permutation", "measurement", "gpu", "rule"});
  }
  std::vector<Line> lines;
  const auto wanted = [&](const char* kind) { return only.empty() || only == kind; };
  const auto add = [&](const char* kind, const auto& infos) {
    if (!wanted(kind)) return;
    for (const auto& info : infos) lines.push_back({kind, info.name, info.description});
  };
  add("machine", machines());
  if (wanted("machine")) lines.push_back({"machine", kHierarchical, kHierarchicalDescription});
  add("rpu", rpus());
  std::vector<workload::WorkloadInfo> workloads = workload::workloads();
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads())
    workloads.push_back(info);
  for (workload::WorkloadInfo& info : workloads) {
    info.description +=
        fmt::format("{} ({})", info.matrix ? "; size is the side" : "", info.source);
  }
  add("workload", workloads);
  add("mapping", model::mappings());
  add("permutation", permutation::named_permutations());
  if (wanted("measurement")) {
    for (const std::string& name : description::measurement_names()) {
      const auto m = crosscheck::read_measurement(description::measurement_file(name));
      lines.push_back(
          {"measurement", name,
           fmt::format("{}: {}, {}{}", m.device.name, draw::counted(m.patterns.size(), "pattern"),
                       m.published ? "published" : "measured",
                       m.gpu.empty() ? "" : fmt::format("; --gpu {}", m.gpu))});
    }
  }
  if (wanted("gpu")) {
    for (const std::string& name : description::gpu_names())
      lines.push_back(
          {"gpu", name, gpu::read_description(description::gpu_file(name)).description});
  }
  if (only == "rule") add_rules(lines);  // long, so only if it is asked for
  return lines;
}

Json list_json(const std::vector<Line>& lines) {
  Json json = result_of("superwarp.list/1");
  json["entries"] = Json::array();
  for (const Line& line : lines) {
    json["entries"].push_back(
        {{"kind", line.kind}, {"name", line.name}, {"description", line.description}});
  }
  return json;
}

struct ListOptions {
  std::string kind;
  std::string json;
};

int list(const ListOptions& options) {
  const std::vector<Line> lines = lines_of(options.kind);
  write_json(options.json, list_json(lines));
  if (options.json != "-") print(lines);
  return 0;
}

Command add_list(CLI::App& application, const CommandLine& /*command_line*/) {
  CLI::App* const app =
      application.add_subcommand("list",
                                 "list machines, RPUs, workloads, mappings, permutations, "
                                 "measurements and GPUs, one per line");
  const auto options = std::make_shared<ListOptions>();
  app->add_option("kind", options->kind,
                  "only this kind: machine, rpu, workload, mapping, permutation, measurement, gpu "
                  "or rule (what "
                  "each GPU does, with the evidence)");
  add_json(*app, options->json, "list");
  app->footer("Example:\n  superwarp list workload");
  return {app, [options] { return list(*options); }};
}

const AddCommand kAddList(190, add_list);

}  // namespace
}  // namespace superwarp::cli
