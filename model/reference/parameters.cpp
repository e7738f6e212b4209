// SPDX-License-Identifier: Apache-2.0
#include "model/reference/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/machine/access.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/parameter_rows.h"

namespace superwarp::model {
namespace {

Parameter::Fault only_hierarchical(const std::string& name) {
  return [name](const Machine& machine, const std::string&) {
    return machine.hierarchy ? ""
                             : fmt::format("--{}: the {} is one memory, expected --machine {}", name,
                                           machine_info(machine.kind).name, kHierarchicalName);
  };
}

std::string all_machines() { return joined(names_of(machines())); }

Parameter kind() {
  Parameter row;
  row.name = "machine";
  row.help = all_machines();
  row.shown = "dmm";
  row.words = [](const Machine&) {
    Names words = names_of(machines());
    words.emplace_back(kHierarchicalName);
    return words;
  };
  row.fault = [](const Machine&, const std::string& value) -> std::string {
    const Names units = names_of(rpus());
    if (std::find(units.begin(), units.end(), value) == units.end()) return "";
    return fmt::format("--machine {0}: {0} is an RPU; use --machine rsdmm --rpu {0} ({1} have RPUs)", value,
                       names_with(machines(), &MachineInfo::streams));
  };
  row.usual = always("dmm");
  row.get = [](const Machine& machine) {
    return machine.hierarchy ? kHierarchicalName : machine_info(machine.kind).name;
  };
  row.rtl = [](const Machine& machine) {
    return RtlParameters{{"SlotRule", std::to_string(static_cast<int>(machine_info(machine.kind).slot))}};
  };
  row.set = [](Machine& machine, const std::string& value) {
    if (value == kHierarchicalName)
      machine.hierarchy.emplace();
    else
      machine.kind = named(machines(), value).kind;
  };
  return row;
}

Parameter shared() {
  Parameter row;
  row.name = "shared";
  row.group = ParameterGroup::kHierarchy;
  row.help = fmt::format(
      "machine of the shared memories: {} (hmm; default dmm); all machine options except the "
      "latency apply to it",
      all_machines());
  row.words = [](const Machine&) { return names_of(machines()); };
  row.usual = [](const Machine& machine) { return machine.hierarchy ? "dmm" : ""; };
  row.get = [](const Machine& machine) { return machine.hierarchy ? machine_info(machine.kind).name : ""; };
  row.set = [](Machine& machine, const std::string& value) {
    if (machine.hierarchy) machine.kind = named(machines(), value).kind;
  };
  row.lacks = only_hierarchical(row.name);
  return row;
}

Parameter multiprocessors() {
  Parameter row = number(
      "multiprocessors", ParameterGroup::kHierarchy, 1, kMostMultiprocessors,
      always(std::to_string(kUsualMultiprocessors)),
      [](auto& machine) { return machine.hierarchy ? &machine.hierarchy->multiprocessors : nullptr; },
      fmt::format("d: multiprocessors, 1 to {} (hmm; default {})", kMostMultiprocessors, kUsualMultiprocessors));
  row.lacks = only_hierarchical(row.name);
  return row;
}

Parameter shared_latency() {
  Parameter row = number(
      "shared-latency", ParameterGroup::kHierarchy, 1, kMostLatency, always("1"),
      [](auto& machine) { return machine.hierarchy ? &machine.latency : nullptr; },
      fmt::format("l': stages of a shared memory's pipeline, 1 to {} (hmm; default 1)", kMostLatency));
  row.lacks = only_hierarchical(row.name);
  return row;
}

using Group = ParameterGroup;

constexpr std::uint32_t kMostBanks = 1U << 16U;  // and threads of a warp
constexpr std::uint32_t kMostInstructions = 100000;
constexpr const char* kSchedules[] = {"rounds", "async"};

Parameter latency() {
  return shown(number(
      "latency", Group::kConditions, 1, kMostLatency, always(std::to_string(Machine().latency)),
      [](auto& machine) { return machine.hierarchy ? &machine.hierarchy->latency : &machine.latency; },
      fmt::format("l: stages of the memory pipeline, 1 to {}", kMostLatency)));
}

Parameter banks() {
  Parameter row = number(
      "banks", Group::kWidth, 1, kMostBanks, [](const Machine& machine) { return std::to_string(machine.width); },
      field(&Machine::banks), "b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)");
  row.get = [](const Machine& machine) { return std::to_string(machine.whole_banks()); };
  row.rtl = [](const Machine& machine) { return RtlParameters{{"NumBanks", std::to_string(machine.bank_count())}}; };
  row.lacks = [](const Machine& machine, const std::string& value) -> std::string {
    if (!machine.hierarchy || machine.whole_banks() == machine.width) return "";
    return fmt::format(
        "--banks {}: a memory of the hmm has as many banks as a warp has threads; use a machine of "
        "one memory",
        value);
  };
  return row;
}

Parameter issue() {
  Parameter row = number("issue", Group::kIssue, 1, kMostSubCores, always(""), issue_field(&Issue::sub_cores),
                         fmt::format("d_i: sub-cores of a multiprocessor, each of which issues an instruction "
                                     "a time unit, 1 to {}; needs --schedule async",
                                     kMostSubCores));
  row.set = [set = row.set](Machine& machine, const std::string& value) {
    if (value.empty()) return;
    machine.issue.emplace();
    set(machine, value);
  };
  row.lacks = [](const Machine& machine, const std::string&) -> std::string {
    if (machine.schedule != Schedule::kRounds) return "";
    return "--issue: in the rounds schedule warps wait for each other after every access, expected "
           "--schedule async";
  };
  return row;
}

/// A parameter of the issue stage, which a machine without one has by default only.
Parameter of_issue(Parameter row) {
  row.shown = row.usual(Machine());
  row.get = [get = row.get, usual = row.shown](const Machine& machine) { return machine.issue ? get(machine) : usual; };
  row.lacks = [name = row.name, usual = row.shown](const Machine& machine, const std::string& value) -> std::string {
    if (!machine.issue)
      return value == usual ? "" : fmt::format("--{}: nothing is issued, expected --issue N too", name);
    const bool posts = name == "wait" && value == "word";
    if (!machine.hierarchy || !(posts || (name == "places" && value != usual))) return "";
    return fmt::format("--{}: the hierarchical machine has none, expected a machine of one memory",
                       posts ? "wait word" : name);
  };
  return row;
}

std::vector<Parameter> make_parameters() {
  std::vector<Parameter> rows = {kind(), multiprocessors(), shared(), shared_latency()};
  for (Parameter& row : unit_parameters()) rows.push_back(std::move(row));
  rows.push_back(shown(number(
      "ports", Group::kMachine, 1, kMostPorts, always("1"), field(&Machine::ports),
      fmt::format("P: ports of a bank, 1 to {}: different words that it serves in a time unit (RPU batch)", kMostPorts),
      "Ports")));
  rows.push_back(
      shown(number("bank-words", Group::kMachine, 1, kMostBankWords, always("1"), field(&Machine::bank_words),
                   "words of 4 bytes that a bank gives in a time unit, 1 or 2, from "
                   "one row (RPU batch, mapping identity)",
                   "Words")));
  rows.push_back(number(
      "width", Group::kWidth, 1, kMostBanks,
      [](const Machine& machine) { return std::to_string(machine_info(machine.kind).width); }, field(&Machine::width),
      "w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)", "Width"));
  rows.push_back(banks());
  rows.push_back(latency());
  rows.push_back(choice("schedule", Group::kConditions, kSchedules, field(&Machine::schedule), "rounds or async"));
  rows.push_back(issue());
  rows.push_back(of_issue(choice("order", Group::kIssue, kIssueOrders, issue_field(&Issue::order),
                                 "which warp a sub-core prefers: loose (round robin) or oldest "
                                 "(the last one, then the oldest)")));
  rows.push_back(of_issue(choice("wait", Group::kIssue, kIssueWaits, issue_field(&Issue::wait),
                                 "access: a warp waits for every access; use: it issues independent work "
                                 "while it waits; word: like use, and no warp waits for a write")));
  rows.push_back(of_issue(number("instructions", Group::kIssue, 0, kMostInstructions,
                                 always(std::to_string(Issue().instructions)), issue_field(&Issue::instructions),
                                 fmt::format("instructions that a warp issues for an access, "
                                             "itself included, unless the trace has them; 0 to {}",
                                             kMostInstructions))));
  rows.push_back(
      of_issue(number("places", Group::kIssue, 0, kMostPlaces, always("0"), issue_field(&Issue::places),
                      fmt::format("largest number of reads under way, up to {}; 0: no limit", kMostPlaces))));
  rows.push_back(number("rows", Group::kConditions, 0, kAddressLimit, always("0"), field(&Machine::rows),
                        "words in each bank (default: what the addresses need)", "NumRows"));
  rows.push_back(shown(number("seed", Group::kConditions, 0, UINT64_MAX, always(std::to_string(Machine().seed)),
                              field(&Machine::seed), "seed of everything random; the same seed gives the same run")));
  rows.push_back(shifts());
  return rows;
}

}  // namespace

const std::vector<Parameter>& parameters() {
  static const std::vector<Parameter> all = make_parameters();
  return all;
}

RtlParameters rtl_parameters(const Machine& machine) {
  RtlParameters all;
  for (const Parameter& row : parameters())
    if (row.rtl) all.merge(row.rtl(machine));
  return all;
}

const Parameter* parameter(const std::string& name) {
  const auto found =
      std::find_if(parameters().begin(), parameters().end(), [&](const Parameter& row) { return row.name == name; });
  return found == parameters().end() ? nullptr : &*found;
}

}  // namespace superwarp::model
