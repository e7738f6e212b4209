// SPDX-License-Identifier: Apache-2.0
#include "model/reference/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "model/machine/access.h"
#include "model/machine/bank_ports.h"
#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_words.h"
#include "model/reference/mapping.h"

namespace superwarp::model {
namespace {

using Group = ParameterGroup;
using Words = std::vector<std::string>;

constexpr std::uint32_t kMostBanks = 1U << 16U;  // and threads of a warp
constexpr std::uint32_t kMostInstructions = 100000;

template <class Infos>
const auto& named(const Infos& infos, const std::string& name) {
  return *std::find_if(infos.begin(), infos.end(),
                       [&](const auto& one) { return one.name == name; });
}

Parameter::Text always(const std::string& text) {
  return [text](const Machine&) { return text; };
}

Parameter::Fault only_hierarchical(const std::string& name) {
  return [name](const Machine& machine, const std::string&) {
    return machine.hierarchy
               ? ""
               : fmt::format("--{}: the {} is one memory, expected --machine {}", name,
                             machine_info(machine.kind).name, kHierarchicalName);
  };
}

/// A number; `place` returns a reference to it in a machine, or null where it has no place.
template <class Place>
Parameter number(const std::string& name, Group group, std::uint64_t least, std::uint64_t most,
                 Parameter::Text usual, Place place, const std::string& help) {
  Parameter row;
  row.name = name;
  row.help = help;
  row.group = group;
  row.number = true;
  row.least = least;
  row.most = most;
  row.usual = std::move(usual);
  row.get = [place](const Machine& machine) {
    const auto* const at = place(machine);
    return at == nullptr ? std::string() : std::to_string(*at);
  };
  row.set = [place](Machine& machine, const std::string& value) {
    if (auto* const at = place(machine))
      *at = static_cast<std::decay_t<decltype(*at)>>(std::stoull(value));
  };
  return row;
}

Parameter shown(Parameter row) {
  row.shown = row.usual(Machine());
  return row;
}

template <class Field>
auto field(Field Machine::*member) {
  return [member](auto& machine) { return &(machine.*member); };
}

template <class Field>
auto issue_field(Field Issue::*member) {
  return [member](auto& machine) { return machine.issue ? &((*machine.issue).*member) : nullptr; };
}

/// One of `words`, the place of a value of an enumeration; `place` as of number().
template <std::size_t Count, class Place>
Parameter choice(const std::string& name, Group group, const char* const (&words)[Count],
                 Place place, const std::string& help) {
  Parameter row;
  row.name = name;
  row.help = help;
  row.group = group;
  row.shown = words[0];
  row.words = [&words](const Machine&) { return Words(words, words + Count); };
  row.usual = always(words[0]);
  row.get = [&words, place](const Machine& machine) -> std::string {
    const auto* const at = place(machine);
    return at == nullptr ? words[0] : words[static_cast<std::size_t>(*at)];
  };
  row.set = [&words, place](Machine& machine, const std::string& value) {
    auto* const at = place(machine);
    if (at == nullptr) return;
    const auto* const found = std::find(std::begin(words), std::end(words), value);
    *at = static_cast<std::decay_t<decltype(*at)>>(found - std::begin(words));
  };
  return row;
}

constexpr const char* kSchedules[] = {"rounds", "async"};

std::string all_machines() { return joined(names_of(machines())); }

Parameter kind() {
  Parameter row;
  row.name = "machine";
  row.help = all_machines();
  row.shown = "dmm";
  row.words = [](const Machine&) {
    Words words = names_of(machines());
    words.emplace_back(kHierarchicalName);
    return words;
  };
  row.fault = [](const Machine&, const std::string& value) -> std::string {
    const Words units = names_of(rpus());
    if (std::find(units.begin(), units.end(), value) == units.end()) return "";
    return fmt::format(
        "--machine {0}: {0} is an RPU; use --machine rsdmm --rpu {0} ({1} have RPUs)", value,
        names_with(machines(), &MachineInfo::streams));
  };
  row.usual = always("dmm");
  row.get = [](const Machine& machine) {
    return machine.hierarchy ? kHierarchicalName : machine_info(machine.kind).name;
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
  row.group = Group::kHierarchy;
  row.help = fmt::format(
      "machine of the shared memories: {} (hmm; default dmm); all machine options except the "
      "latency "
      "apply to it",
      all_machines());
  row.words = [](const Machine&) { return names_of(machines()); };
  row.usual = [](const Machine& machine) { return machine.hierarchy ? "dmm" : ""; };
  row.get = [](const Machine& machine) {
    return machine.hierarchy ? machine_info(machine.kind).name : "";
  };
  row.set = [](Machine& machine, const std::string& value) {
    if (machine.hierarchy) machine.kind = named(machines(), value).kind;
  };
  row.lacks = only_hierarchical(row.name);
  return row;
}

Parameter multiprocessors() {
  Parameter row = number(
      "multiprocessors", Group::kHierarchy, 1, kMostMultiprocessors,
      always(std::to_string(kUsualMultiprocessors)),
      [](auto& machine) {
        return machine.hierarchy ? &machine.hierarchy->multiprocessors : nullptr;
      },
      fmt::format("d: multiprocessors, 1 to {} (hmm; default {})", kMostMultiprocessors,
                  kUsualMultiprocessors));
  row.lacks = only_hierarchical(row.name);
  return row;
}

/// Packs, and has no other property that says how: --super-warp has to be given.
bool has_to_pack(const Machine& machine) {
  const MachineInfo& info = machine_info(machine.kind);
  return info.packs && info.mapping == "identity" && !machine.overlaps();
}

Parameter super_warp() {
  const std::string packs = names_with(machines(), &MachineInfo::packs);
  Parameter row = number(
      "super-warp", Group::kMachine, 1, kMostSuperWarp,
      [](const Machine& machine) { return has_to_pack(machine) ? "" : "1"; },
      field(&Machine::super_warp),
      fmt::format("s: warps of a super warp, 1 to {} ({}; rsdmm: default 1)", kMostSuperWarp,
                  packs));
  row.set = [set = row.set](Machine& machine, const std::string& value) {
    set(machine, value.empty() ? "1" : value);
  };
  row.lacks = [packs](const Machine& machine, const std::string&) -> std::string {
    if (machine.overlaps()) {
      return fmt::format(
          "--super-warp: the RPU {} takes single warps; --depth D stores as many requests as a "
          "super "
          "warp of D warps; leave --super-warp out",
          rpu_info(machine.rpu).name);
    }
    if (machine_info(machine.kind).packs) return "";
    return fmt::format("--super-warp: the {} has no super warps; {} have",
                       machine_info(machine.kind).name, packs);
  };
  return row;
}

Parameter rpu() {
  const std::string choose = names_with(machines(), &MachineInfo::streams);
  Parameter row;
  row.name = "rpu";
  row.help = fmt::format("request packing unit: {} ({}; default {})", joined(names_of(rpus())),
                         choose, rpus().front().name);
  row.words = [](const Machine&) { return names_of(rpus()); };
  row.usual = always(rpus().front().name);
  row.get = [](const Machine& machine) { return rpu_info(machine.rpu).name; };
  row.set = [](Machine& machine, const std::string& value) {
    machine.rpu = named(rpus(), value).rpu;
    machine.streaming = rpu_defaults(machine.rpu);
  };
  row.lacks = [choose](const Machine& machine, const std::string& value) {
    const MachineInfo& info = machine_info(machine.kind);
    return info.streams() ? ""
                          : fmt::format("--rpu {}: the {} has no choice of RPUs; {} have", value,
                                        info.name, choose);
  };
  return row;
}

/// "stream or pipelined"
std::string having(const std::string& name) { return joined(rpus_with(name), " or "); }

/// An option of RPUs. All that have it agree on its range.
Parameter rpu_option(const std::string& name) {
  const RpuOption& first = *named(rpus(), rpus_with(name).front()).option(name);
  Parameter row;
  row.name = name;
  row.number = first.choices.empty();
  row.least = first.least;
  row.most = first.most;
  if (row.number) {
    row.help = fmt::format("{}, {} to {} (--rpu {}; default {})", first.description, first.least,
                           first.most, having(name), first.by_default);
  } else {
    Words words;
    for (const std::string& unit : rpus_with(name)) {
      words.push_back(
          fmt::format("{} (--rpu {})",
                      joined(names_of(named(rpus(), unit).option(name)->choices), " or "), unit));
    }
    row.help = fmt::format("{}, the first unless given: {}", first.description, joined(words));
    row.words = [name](const Machine& machine) {
      const RpuOption* const option = rpu_info(machine.rpu).option(name);
      return option == nullptr ? Words() : names_of(option->choices);
    };
  }
  const auto value_in = [name](const Machine& machine, const Streaming& streaming) {
    const RpuOption* const option = rpu_info(machine.rpu).option(name);
    return option == nullptr ? "" : typed(*option, streaming);
  };
  row.get = [value_in](const Machine& machine) { return value_in(machine, machine.streaming); };
  row.usual = [value_in](const Machine& machine) {
    return value_in(machine, rpu_defaults(machine.rpu));
  };
  row.set = [name](Machine& machine, const std::string& value) {
    const RpuOption* const option = rpu_info(machine.rpu).option(name);
    if (option == nullptr) return;
    option->set(machine.streaming, option->choices.empty()
                                       ? static_cast<std::uint32_t>(std::stoull(value))
                                       : option->named(value)->value);
  };
  row.lacks = [name](const Machine& machine, const std::string&) -> std::string {
    const RpuInfo& unit = rpu_info(machine.rpu);
    if (unit.option(name) != nullptr) return "";
    return fmt::format("--{}: the RPU {} has none, expected --rpu {}{}", name, unit.name,
                       having(name), machine.rpu == Rpu::kBatch ? " too" : "");
  };
  return row;
}

Parameter mapping() {
  Parameter row;
  row.name = "mapping";
  row.help =
      "how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: "
      "random-shift)";
  row.usual = [](const Machine& machine) { return machine_info(machine.kind).mapping; };
  row.get = [](const Machine& machine) { return machine.mapping; };
  row.set = [](Machine& machine, const std::string& value) { machine.mapping = value; };
  row.fault = [](const Machine&, const std::string& value) -> std::string {
    // With numbers, as swizzle:3,4,3, it is none of the list.
    if (value.find(':') == std::string::npos)
      return unknown_word("mapping", value, names_of(mappings()));
    try {
      mapping_info(value);
      return "";
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  row.lacks = [](const Machine& machine, const std::string& value) -> std::string {
    const MachineInfo& info = machine_info(machine.kind);
    if (!info.unified() || value == "identity") return "";
    return fmt::format(
        "--mapping {}: a slot of the {} serves a whole row, whatever bank its words are in; {} "
        "have "
        "mappings",
        value, info.name, names_with(machines(), std::not_fn(&MachineInfo::unified)));
  };
  return row;
}

Parameter regions() {
  Parameter row;
  row.name = "regions";
  row.help =
      "equal regions of the memory in which the mapping is on or off, a digit each, as in "
      "8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it "
      "is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, "
      "8:0,2-3:pad (default: on everywhere)";
  row.usual = always("");
  row.get = [](const Machine& machine) {
    return machine.regions.any() ? text_of(machine.regions) : "";
  };
  row.set = [](Machine& machine, const std::string& value) {
    if (!value.empty()) machine.regions = regions_named(value);
  };
  row.fault = [](const Machine&, const std::string& value) -> std::string {
    try {
      regions_named(value);
      return "";
    } catch (const std::invalid_argument& error) {
      return fmt::format("--regions {}: {}", value, error.what());
    }
  };
  return row;
}

Parameter region_rows() {
  Parameter row = number(
      "region-rows", Group::kMachine, 0, UINT64_MAX, always(""),
      [](auto& machine) { return machine.regions.rows > 0 ? &machine.regions.rows : nullptr; },
      "rows of a region, a power of two; regions repeat if they are smaller than the memory "
      "(default: the memory's rows / the number of regions)");
  row.set = [](Machine& machine, const std::string& value) {
    machine.regions.rows = value.empty() ? 0 : std::stoull(value);
  };
  row.fault = [](const Machine&, const std::string& value) {
    const std::uint64_t rows = std::stoull(value);
    return is_power_of_two(rows) && rows <= kAddressLimit
               ? ""
               : fmt::format("--region-rows {}: expected a power of two", value);
  };
  row.lacks = [](const Machine& machine, const std::string& value) {
    return machine.regions.any() ? ""
                                 : fmt::format("--region-rows {}: expected --regions too", value);
  };
  return row;
}

Parameter latency() {
  return shown(number(
      "latency", Group::kConditions, 1, kMostLatency, always(std::to_string(Machine().latency)),
      [](auto& machine) {
        return machine.hierarchy ? &machine.hierarchy->latency : &machine.latency;
      },
      fmt::format("l: stages of the memory pipeline, 1 to {}", kMostLatency)));
}

Parameter shared_latency() {
  Parameter row = number(
      "shared-latency", Group::kHierarchy, 1, kMostLatency, always("1"),
      [](auto& machine) { return machine.hierarchy ? &machine.latency : nullptr; },
      fmt::format("l': stages of a shared memory's pipeline, 1 to {} (hmm; default 1)",
                  kMostLatency));
  row.lacks = only_hierarchical(row.name);
  return row;
}

Parameter banks() {
  Parameter row = number(
      "banks", Group::kWidth, 1, kMostBanks,
      [](const Machine& machine) { return std::to_string(machine.width); }, field(&Machine::banks),
      "b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)");
  row.get = [](const Machine& machine) { return std::to_string(machine.whole_banks()); };
  row.lacks = [](const Machine& machine, const std::string& value) -> std::string {
    if (!machine.hierarchy || machine.whole_banks() == machine.width) return "";
    return fmt::format(
        "--banks {}: a memory of the hmm has as many banks as a warp has threads; use a machine of "
        "one memory",
        value);
  };
  return row;
}

Parameter bank_words() {
  Parameter row = shown(number(
      "bank-words", Group::kMachine, 1, kMostBankWords, always("1"), field(&Machine::bank_words),
      "words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping "
      "identity)"));
  return row;
}

Parameter issue() {
  Parameter row = number(
      "issue", Group::kIssue, 1, kMostSubCores, always(""), issue_field(&Issue::sub_cores),
      fmt::format("d_i: sub-cores of a multiprocessor, each of which issues an instruction a time "
                  "unit, 1 to {}; needs --schedule async",
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
  row.get = [get = row.get, usual = row.shown](const Machine& machine) {
    return machine.issue ? get(machine) : usual;
  };
  row.lacks = [name = row.name, usual = row.shown](const Machine& machine,
                                                   const std::string& value) -> std::string {
    if (!machine.issue)
      return value == usual ? ""
                            : fmt::format("--{}: nothing is issued, expected --issue N too", name);
    const bool posts = name == "wait" && value == "word";
    if (!machine.hierarchy || !(posts || (name == "places" && value != usual))) return "";
    return fmt::format("--{}: the hierarchical machine has none, expected a machine of one memory",
                       posts ? "wait word" : name);
  };
  return row;
}

Parameter shifts() {
  Parameter row;
  row.name = "shifts";
  row.group = Group::kConditions;
  row.help =
      "shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from "
      "--seed)";
  row.usual = always("");
  row.get = [](const Machine& machine) -> std::string {
    const bool drawn =
        machine.rows > 0 && machine.key == mapping_key(machine.mapping, machine.seed, machine.rows,
                                                       machine.bank_count());
    if (drawn || mapping_info(machine.mapping).key != KeyKind::kRows) return "";
    Words list;
    for (const std::uint32_t shift : machine.key) list.push_back(std::to_string(shift));
    return joined(list, ",");
  };
  row.set = [](Machine& machine, const std::string& value) { machine.key = numbers_in(value); };
  row.fault = [](const Machine&, const std::string& value) {
    return numbers_in(value).empty()
               ? fmt::format("--shifts {:.60}: expected a shift of every row, as in 0,3,1,2", value)
               : "";
  };
  row.lacks = [](const Machine& machine, const std::string&) -> std::string {
    const auto has_shifts = [](const MappingInfo& info) { return info.key == KeyKind::kRows; };
    if (!has_shifts(mapping_info(machine.mapping))) {
      return fmt::format("--shifts: the mapping {} has no shifts; {} have", machine.mapping,
                         names_with(mappings(), has_shifts));
    }
    for (const std::uint32_t shift : machine.key) {
      if (shift >= machine.bank_count())
        return fmt::format("--shifts: {} is no shift of a row, expected 0 to {}", shift,
                           machine.bank_count() - 1);
    }
    return "";
  };
  return row;
}

std::vector<Parameter> make_parameters() {
  std::vector<Parameter> rows = {kind(),           multiprocessors(), shared(),
                                 shared_latency(), super_warp(),      rpu()};
  for (const std::string& option : rpu_option_names()) rows.push_back(rpu_option(option));
  rows.push_back(mapping());
  rows.push_back(regions());
  rows.push_back(region_rows());
  rows.push_back(shown(number(
      "ports", Group::kMachine, 1, kMostPorts, always("1"), field(&Machine::ports),
      fmt::format("P: ports of a bank, 1 to {}: different words that it serves in a time unit (RPU "
                  "batch)",
                  kMostPorts))));
  rows.push_back(bank_words());
  rows.push_back(number(
      "width", Group::kWidth, 1, kMostBanks,
      [](const Machine& machine) { return std::to_string(machine_info(machine.kind).width); },
      field(&Machine::width),
      "w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)"));
  rows.push_back(banks());
  rows.push_back(latency());
  rows.push_back(choice("schedule", Group::kConditions, kSchedules, field(&Machine::schedule),
                        "rounds or async"));
  rows.push_back(issue());
  rows.push_back(of_issue(choice("order", Group::kIssue, kIssueOrders, issue_field(&Issue::order),
                                 "which warp a sub-core prefers: loose (round robin) or oldest "
                                 "(the last one, then the oldest)")));
  rows.push_back(of_issue(choice("wait", Group::kIssue, kIssueWaits, issue_field(&Issue::wait),
                                 "access: a warp waits for every access; use: it issues "
                                 "independent work while it waits; word: "
                                 "like use, and no warp waits for a write")));
  rows.push_back(of_issue(number(
      "instructions", Group::kIssue, 0, kMostInstructions,
      always(std::to_string(Issue().instructions)), issue_field(&Issue::instructions),
      fmt::format("instructions that a warp issues for an access, itself included, unless the "
                  "trace has them; 0 to {}",
                  kMostInstructions))));
  rows.push_back(of_issue(number(
      "places", Group::kIssue, 0, kMostPlaces, always("0"), issue_field(&Issue::places),
      fmt::format("largest number of reads under way, up to {}; 0: no limit", kMostPlaces))));
  rows.push_back(number("rows", Group::kConditions, 0, kAddressLimit, always("0"),
                        field(&Machine::rows),
                        "words in each bank (default: what the addresses need)"));
  rows.push_back(shown(number("seed", Group::kConditions, 0, UINT64_MAX,
                              always(std::to_string(Machine().seed)), field(&Machine::seed),
                              "seed of everything random; the same seed gives the same run")));
  rows.push_back(shifts());
  return rows;
}

}  // namespace

const std::vector<Parameter>& parameters() {
  static const std::vector<Parameter> all = make_parameters();
  return all;
}

const Parameter* parameter(const std::string& name) {
  const auto found = std::find_if(parameters().begin(), parameters().end(),
                                  [&](const Parameter& row) { return row.name == name; });
  return found == parameters().end() ? nullptr : &*found;
}

}  // namespace superwarp::model
