// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/listing.h"
#include "sim/cli/machine_options.h"
#include "sim/description/data_files.h"
#include "sim/draw/table.h"
#include "sim/gpu/description.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/workload.h"

namespace superwarp::cli {
namespace {

constexpr const char* kRule = "rule";

struct Line {
  std::string kind;
  std::string name;
  std::string description;
};

template <class Infos>
std::vector<ListEntry> entries_of(const Infos& infos) {
  std::vector<ListEntry> entries;
  for (const auto& info : infos) entries.push_back({std::string(info.name), std::string(info.description)});
  return entries;
}

std::vector<ListEntry> machine_entries() {
  std::vector<ListEntry> entries = entries_of(machines());
  entries.push_back({kHierarchical, kHierarchicalDescription});
  return entries;
}

std::vector<ListEntry> workload_entries() {
  std::vector<workload::WorkloadInfo> workloads = workload::workloads();
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads()) workloads.push_back(info);
  for (workload::WorkloadInfo& info : workloads) {
    info.description += fmt::format("{} ({})", info.matrix ? "; size is the side" : "", info.source);
  }
  return entries_of(workloads);
}

std::vector<ListEntry> gpu_entries() {
  std::vector<ListEntry> entries;
  for (const std::string& name : description::gpu_names())
    entries.push_back({name, gpu::read_description(description::gpu_file(name)).description});
  return entries;
}

/// The rules of every GPU with their evidence, and what it lacks.
std::vector<ListEntry> rule_entries() {
  std::vector<ListEntry> entries;
  for (const std::string& name : description::gpu_names()) {
    const gpu::Description gpu = gpu::read_description(description::gpu_file(name));
    for (const gpu::NamedRule& rule : gpu.rules) {
      entries.push_back({name, fmt::format("{}: {} ({}: {})", rule.name, rule.value, gpu::name_of(rule.evidence.status),
                                           rule.evidence.source)});
    }
    for (const std::string& lack : gpu.lacks) entries.push_back({name, "lacks " + lack});
  }
  return entries;
}

const AddListing kMachines(10, {"machine", machine_entries});
const AddListing kRpus(20, {"rpu", [] { return entries_of(rpus()); }});
const AddListing kWorkloads(30, {"workload", workload_entries});
const AddListing kMappings(40, {"mapping", [] { return entries_of(model::mappings()); }});
const AddListing kPermutations(50, {"permutation", [] { return entries_of(permutation::named_permutations()); }});
const AddListing kGpus(70, {"gpu", gpu_entries});
const AddListing kRules(80, {kRule, rule_entries, true});

std::vector<std::string> kinds() {
  std::vector<std::string> names;
  for (const auto& [place, kind] : AddListing::all()) names.push_back(kind.name);
  return names;
}

std::vector<Line> lines_of(const std::string& only) {
  if (!only.empty()) known_name("kind", only, kinds());
  std::vector<Line> lines;
  for (const auto& [place, kind] : AddListing::all()) {
    if (only.empty() ? kind.if_asked : only != kind.name) continue;
    for (const ListEntry& entry : kind.entries()) lines.push_back({kind.name, entry.name, entry.description});
  }
  return lines;
}

Json list_json(const std::vector<Line>& lines) {
  Json json = result_of("superwarp.list/1");
  json["entries"] = Json::array();
  for (const Line& line : lines) {
    json["entries"].push_back({{"kind", line.kind}, {"name", line.name}, {"description", line.description}});
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
  if (options.json == "-") return 0;
  draw::Table table({":<", ":  <", ":  <"});
  for (const Line& line : lines) table.add({line.kind, line.name, line.description});
  fmt::print("{}", table.text());
  return 0;
}

Command add_list(App& application, const CommandLine& /*command_line*/) {
  App* const app = application.add_subcommand("list",
                                              "list machines, RPUs, workloads, mappings, permutations, "
                                              "measurements and GPUs, one per line");
  const auto options = std::make_shared<ListOptions>();
  std::vector<std::string> others = kinds();
  others.erase(std::remove(others.begin(), others.end(), kRule), others.end());
  app->add_option(
      "kind", options->kind,
      fmt::format("only this kind: {} or {} (what each GPU does, with the evidence)", fmt::join(others, ", "), kRule));
  add_json(*app, options->json, "list");
  app->footer("Example:\n  superwarp list workload");
  return {app, [options] { return list(*options); }};
}

const AddCommand kAddList(190, add_list);

}  // namespace

std::map<int, AddListing::Kind>& AddListing::all() {
  static std::map<int, Kind> all;
  return all;
}

}  // namespace superwarp::cli
