// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <vector>

#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/resident_blocks.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"

namespace superwarp::playground {
namespace {

constexpr std::uint32_t kMostBanks = 128;  // of the RTL, and threads of a warp in a trace
constexpr std::uint32_t kMostStages = 1024;
constexpr std::uint32_t kMostPacked = 16;
constexpr std::uint32_t kMostInstructions = 100000;
constexpr std::uint64_t kMostRegionRows = 1U << 20U;

template <class Infos>
const auto& known(const char* what, const std::string& name, const Infos& infos) {
  const auto found = std::find_if(infos.begin(), infos.end(),
                                  [&name](const auto& info) { return info.name == name; });
  if (found != infos.end()) return *found;
  throw std::invalid_argument(
      fmt::format("{}: unknown '{}'{}", what, name, did_you_mean(name, names_of(infos))));
}

/// A number of the request under its option's name, super_warp for --super-warp.
std::uint32_t number(description::Object& form, const std::string& option, std::uint64_t least,
                     std::uint64_t most, std::uint64_t otherwise) {
  std::string key = option;
  std::replace(key.begin(), key.end(), '-', '_');
  const std::uint64_t value =
      form.natural_or(key, 0, std::numeric_limits<std::uint64_t>::max(), otherwise);
  if (value < least || value > most) {
    throw std::invalid_argument(
        fmt::format("--{} {}: expected {} to {}", option, value, least, most));
  }
  return static_cast<std::uint32_t>(value);
}

void read_rpu(description::Object& form, Machine& machine) {
  const RpuInfo& rpu = known("--rpu", form.text_or("rpu", rpus().front().name), rpus());
  machine.rpu = rpu.rpu;
  machine.streaming = rpu_defaults(rpu.rpu);
  for (const RpuOption& option : rpu.options) {
    if (!form.has(option.name)) continue;
    const std::string typed = "--" + option.name;
    option.set(machine.streaming,
               option.choices.empty()
                   ? number(form, option.name, option.least, option.most, option.by_default)
                   : known(typed.c_str(), form.text(option.name), option.choices).value);
  }
}

void read_mapping(description::Object& form, Machine& machine, const MachineInfo& info) {
  machine.mapping = form.text_or("mapping", info.mapping);
  model::mapping_info(machine.mapping);  // refuses unknown names
  if (info.unified() && machine.mapping != "identity") {
    throw std::invalid_argument(
        fmt::format("--mapping {}: a slot of the {} serves a whole row, whatever bank its words "
                    "are in; expected identity",
                    machine.mapping, info.name));
  }
  const std::string regions = form.text_or("regions", "");
  const std::uint32_t rows = number(form, "region-rows", 0, kMostRegionRows, 0);
  if (regions.empty()) {
    if (rows > 0)
      throw std::invalid_argument(fmt::format("--region-rows {}: expected --regions too", rows));
    return;
  }
  try {
    machine.regions = regions_named(regions);
    machine.regions.rows = rows;
    model::check_regions(machine);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("--regions {}: {}", regions, error.what()));
  }
}

/// "0,3,1,2", the shifts of the rows.
void read_shifts(description::Object& form, Machine& machine) {
  const std::string text = form.text_or("shifts", "");
  if (text.empty()) return;
  if (model::mapping_info(machine.mapping).key != model::KeyKind::kRows) {
    throw std::invalid_argument(fmt::format("--shifts: the mapping {} has no shifts; expected {}",
                                            machine.mapping, "random-shift, random-xor or rap"));
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string digits = text.substr(begin, end - begin);
    const bool number = !digits.empty() && digits.size() <= 4 &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
    if (!number || std::stoul(digits) >= machine.banks) {
      throw std::invalid_argument(
          fmt::format("--shifts {}: expected a shift of every row, 0 to {}, "
                      "as in 0,3,1,2",
                      text.substr(0, 60), machine.banks - 1));
    }
    machine.key.push_back(static_cast<std::uint32_t>(std::stoul(digits)));
    begin = end + 1;
  }
}

/// The place of a word among `words`, the first by default.
template <class Choice, std::size_t Count>
Choice word(description::Object& form, const char* key, const char* const (&words)[Count]) {
  if (!form.has(key)) return Choice{};
  const std::vector<std::string> known(std::begin(words), std::end(words));
  const auto at = std::find(known.begin(), known.end(), form.choice(key, known));
  return static_cast<Choice>(at - known.begin());
}

void read_issue(description::Object& form, Machine& machine) {
  Issue issue;
  issue.order = word<IssueOrder>(form, "order", kIssueOrders);
  issue.wait = word<IssueWait>(form, "wait", kIssueWaits);
  issue.instructions = number(form, "instructions", 0, kMostInstructions, issue.instructions);
  issue.places = number(form, "places", 0, kMostPlaces, 0);
  if (!form.has("issue")) return;
  issue.sub_cores = number(form, "issue", 1, kMostSubCores, 1);
  if (machine.schedule == Schedule::kRounds) {
    throw std::invalid_argument(
        "--issue: in the rounds schedule warps wait for each other after every access, expected "
        "--schedule async");
  }
  if (machine.hierarchy && (issue.places > 0 || issue.wait == IssueWait::kWord)) {
    throw std::invalid_argument(
        "--places and --wait word: the hierarchical machine has none, expected a machine of one "
        "memory");
  }
  machine.issue = issue;
}

/// Checks every memory of the machine.
void check(const Machine& machine) {
  if (!machine.hierarchy) return model::check_machine(machine);
  Machine shared = machine;
  shared.hierarchy.reset();
  model::check_machine(shared);
}

}  // namespace

Chosen read_machine(description::Object form, std::optional<std::uint32_t> width) {
  Chosen chosen;
  Machine& machine = chosen.machine;
  const std::string name = form.text_or("machine", "dmm");
  const std::string shared = form.text_or("shared", "dmm");
  const bool hierarchical = name == kHierarchicalName;
  const MachineInfo& info =
      known(hierarchical ? "--shared" : "--machine", hierarchical ? shared : name, machines());
  machine.kind = info.kind;
  machine.width = number(form, "width", 1, kMostBanks, width.value_or(info.width));
  machine.banks = number(form, "banks", 1, kMostBanks, machine.width);
  machine.latency = number(form, "latency", 1, kMostStages, Machine().latency);
  chosen.blocks = number(form, "blocks", 1, kMostBlocks, 1);
  const std::uint32_t several =
      number(form, "multiprocessors", 1, kMostMultiprocessors, kUsualMultiprocessors);
  const std::uint32_t shared_latency = number(form, "shared-latency", 1, kMostStages, 1);
  if (hierarchical) {
    if (machine.banks != machine.width || chosen.blocks > 1) {
      throw std::invalid_argument(
          "--machine hmm: a memory has as many banks as a warp has threads, and a multiprocessor "
          "one block; expected neither --banks nor --blocks");
    }
    machine.hierarchy = Hierarchy{several, machine.latency};
    machine.latency = shared_latency;
  }
  machine.super_warp = number(form, "super-warp", 1, kMostPacked, 1);
  read_rpu(form, machine);
  read_mapping(form, machine, info);
  read_shifts(form, machine);
  machine.schedule = form.has("schedule") && form.choice("schedule", {"rounds", "async"}) == "async"
                         ? Schedule::kAsync
                         : Schedule::kRounds;
  read_issue(form, machine);
  machine.seed = form.natural_or("seed", 0, std::numeric_limits<std::uint64_t>::max(), 1);
  form.finish();
  check(machine);
  return chosen;
}

std::string options_of(const Chosen& chosen, std::optional<std::uint32_t> width) {
  const Machine& machine = chosen.machine;
  const MachineInfo& info = machine_info(machine.kind);
  std::string text = "--machine " + info.name;
  const auto add = [&text](const char* option, const auto& value) {
    text += fmt::format(" --{} {}", option, value);
  };
  if (machine.hierarchy) {
    text = fmt::format("--machine {} --multiprocessors {}", kHierarchicalName,
                       machine.multiprocessors());
    if (machine.kind != MachineKind::kDmm) add("shared", info.name);
  }
  if (info.packs && !machine.overlaps()) add("super-warp", machine.super_warp);
  if (machine.rpu != Rpu::kBatch) {
    const RpuInfo& rpu = rpu_info(machine.rpu);
    const Streaming usual = rpu_defaults(machine.rpu);
    add("rpu", rpu.name);
    for (const RpuOption& option : rpu.options) {
      if (option.value(machine.streaming) != option.value(usual))
        add(option.name.c_str(), typed(option, machine.streaming));
    }
  }
  if (machine.mapping != info.mapping) add("mapping", machine.mapping);
  if (machine.regions.any()) add("regions", text_of(machine.regions));
  if (machine.regions.rows > 0) add("region-rows", machine.regions.rows);
  if (machine.width != width.value_or(info.width)) add("width", machine.width);
  if (machine.banks != machine.width) add("banks", machine.banks);
  add("latency", machine.hierarchy ? machine.hierarchy->latency : machine.latency);
  if (machine.hierarchy && machine.latency != 1) add("shared-latency", machine.latency);
  if (chosen.blocks > 1) add("blocks", chosen.blocks);
  if (machine.schedule == Schedule::kAsync) text += " --schedule async";
  if (machine.issue) {
    add("issue", machine.issue->sub_cores);
    if (machine.issue->order != IssueOrder{}) add("order", order_name(*machine.issue));
    if (machine.issue->wait != IssueWait{}) add("wait", wait_name(*machine.issue));
    if (machine.issue->instructions != Issue().instructions)
      add("instructions", machine.issue->instructions);
    if (machine.issue->places > 0) add("places", machine.issue->places);
  }
  if (machine.seed != Machine().seed) add("seed", machine.seed);
  if (!machine.key.empty()) add("shifts", fmt::format("{}", fmt::join(machine.key, ",")));
  return text;
}

}  // namespace superwarp::playground
