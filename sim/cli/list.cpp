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
#include "sim/cli/names.h"
#include "sim/crosscheck/data_files.h"
#include "sim/crosscheck/gpu.h"
#include "sim/crosscheck/measurement.h"
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

/// In columns as wide as their longest entry.
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

std::vector<Line> lines_of(const std::string& kind) {
  const std::string only = kind.empty() ? kind
                                        : known_name("kind", kind,
                                                     {"machine", "rpu", "workload", "mapping",
                                                      "permutation", "measurement", "gpu"});
  std::vector<Line> lines;
  const auto add_line = [&](const std::string& of_kind, const std::string& name,
                            const std::string& description) {
    lines.push_back({of_kind, name, description});
  };
  const auto wanted = [&](const std::string& name) { return only.empty() || only == name; };
  if (wanted("machine")) {
    for (const MachineInfo& machine : machines())
      add_line("machine", machine.name, machine.description);
    add_line("machine", kHierarchical, kHierarchicalDescription);
  }
  if (wanted("rpu")) {
    for (const RpuInfo& rpu : rpus()) add_line("rpu", rpu.name, rpu.description);
  }
  if (wanted("workload")) {
    std::vector<workload::WorkloadInfo> all = workload::workloads();
    const std::vector<workload::WorkloadInfo> more = workload::hierarchical_workloads();
    all.insert(all.end(), more.begin(), more.end());
    for (const workload::WorkloadInfo& workload : all) {
      add_line("workload", workload.name,
               fmt::format("{}{} ({})", workload.description,
                           workload.matrix ? "; size is the side" : "", workload.source));
    }
  }
  if (wanted("mapping")) {
    for (const model::MappingInfo& mapping : model::mappings())
      add_line("mapping", mapping.name, mapping.description);
  }
  if (wanted("permutation")) {
    for (const permutation::NamedPermutation& permutation : permutation::named_permutations())
      add_line("permutation", permutation.name, permutation.description);
  }
  if (wanted("measurement")) {
    for (const std::string& name : crosscheck::measurement_names()) {
      const auto m = crosscheck::read_measurement(crosscheck::measurement_file(name));
      add_line(
          "measurement", name,
          fmt::format("{}: {} pattern{}, {}{}", m.device.name, m.patterns.size(),
                      m.patterns.size() == 1 ? "" : "s", m.published ? "published" : "measured",
                      m.gpu.empty() ? "" : fmt::format("; --gpu {}", m.gpu)));
    }
  }
  if (wanted("gpu")) {
    for (const std::string& name : crosscheck::gpu_names())
      add_line("gpu", name, crosscheck::read_gpu(crosscheck::gpu_file(name)).description);
  }
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

}  // namespace

Command add_list(CLI::App& application) {
  CLI::App* const app =
      application.add_subcommand("list",
                                 "machines, RPUs, workloads, mappings, permutations, measurements, "
                                 "GPUs: what there is, one line each");
  const auto options = std::make_shared<ListOptions>();
  app->add_option("kind", options->kind,
                  "only these: machine, rpu, workload, mapping, permutation, measurement or gpu");
  add_json(*app, options->json, "list");
  app->footer("Example:\n  superwarp list workload");
  return {app, [options] { return list(*options); }};
}

}  // namespace superwarp::cli
