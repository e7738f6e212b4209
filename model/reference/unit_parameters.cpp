// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <functional>
#include <stdexcept>

#include "model/machine/access.h"
#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_words.h"
#include "model/reference/mapping.h"
#include "model/reference/parameter_rows.h"

namespace superwarp::model {
namespace {

/// Packs, and has no other property that says how: --super-warp has to be given.
bool has_to_pack(const Machine& machine) {
  const MachineInfo& info = machine_info(machine.kind);
  return info.packs && info.mapping == "identity" && !machine.overlaps();
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

Parameter super_warp() {
  const std::string packs = names_with(machines(), &MachineInfo::packs);
  Parameter row = number(
      "super-warp", ParameterGroup::kMachine, 1, kMostSuperWarp,
      [](const Machine& machine) { return has_to_pack(machine) ? "" : "1"; }, field(&Machine::super_warp),
      fmt::format("s: warps of a super warp, 1 to {} ({}; rsdmm: default 1)", kMostSuperWarp, packs), "SuperWarp");
  row.set = [set = row.set](Machine& machine, const std::string& value) { set(machine, value.empty() ? "1" : value); };
  row.lacks = [packs](const Machine& machine, const std::string&) -> std::string {
    if (machine.overlaps()) {
      return fmt::format(
          "--super-warp: the RPU {} takes single warps; --depth D stores as many requests as a "
          "super warp of D warps; leave --super-warp out",
          rpu_info(machine.rpu).name);
    }
    if (machine_info(machine.kind).packs) return "";
    return fmt::format("--super-warp: the {} has no super warps; {} have", machine_info(machine.kind).name, packs);
  };
  return row;
}

Parameter rpu() {
  const std::string choose = names_with(machines(), &MachineInfo::streams);
  Parameter row;
  row.name = "rpu";
  row.help =
      fmt::format("request packing unit: {} ({}; default {})", joined(names_of(rpus())), choose, rpus().front().name);
  row.words = [](const Machine&) { return names_of(rpus()); };
  row.usual = always(rpus().front().name);
  row.get = [](const Machine& machine) { return rpu_info(machine.rpu).name; };
  row.rtl = [](const Machine& machine) {
    const auto options = rpu_parameters(machine.rpu, machine.streaming);
    RtlParameters all(options.begin(), options.end());
    all["Rpu"] = quoted(rpu_info(machine.rpu).name);
    return all;
  };
  row.set = [](Machine& machine, const std::string& value) {
    machine.rpu = named(rpus(), value).rpu;
    machine.streaming = rpu_defaults(machine.rpu);
  };
  row.lacks = [choose](const Machine& machine, const std::string& value) {
    const MachineInfo& info = machine_info(machine.kind);
    return info.streams() ? ""
                          : fmt::format("--rpu {}: the {} has no choice of RPUs; {} have", value, info.name, choose);
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
    row.help = fmt::format("{}, {} to {} (--rpu {}; default {})", first.description, first.least, first.most,
                           having(name), first.by_default);
  } else {
    Names words;
    for (const std::string& unit : rpus_with(name)) {
      words.push_back(
          fmt::format("{} (--rpu {})", joined(names_of(named(rpus(), unit).option(name)->choices), " or "), unit));
    }
    row.help = fmt::format("{}, the first unless given: {}", first.description, joined(words));
    row.words = [name](const Machine& machine) {
      const RpuOption* const option = rpu_info(machine.rpu).option(name);
      return option == nullptr ? Names() : names_of(option->choices);
    };
  }
  const auto value_in = [name](const Machine& machine, const Streaming& streaming) {
    const RpuOption* const option = rpu_info(machine.rpu).option(name);
    return option == nullptr ? "" : typed(*option, streaming);
  };
  row.get = [value_in](const Machine& machine) { return value_in(machine, machine.streaming); };
  row.usual = [value_in](const Machine& machine) { return value_in(machine, rpu_defaults(machine.rpu)); };
  row.set = [name](Machine& machine, const std::string& value) {
    const RpuOption* const option = rpu_info(machine.rpu).option(name);
    if (option == nullptr) return;
    option->set(machine.streaming,
                option->choices.empty() ? static_cast<std::uint32_t>(std::stoull(value)) : option->named(value)->value);
  };
  row.lacks = [name](const Machine& machine, const std::string&) -> std::string {
    const RpuInfo& unit = rpu_info(machine.rpu);
    if (unit.option(name) != nullptr) return "";
    return fmt::format("--{}: the RPU {} has none, expected --rpu {}{}", name, unit.name, having(name),
                       machine.rpu == Rpu::kBatch ? " too" : "");
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
  row.rtl = [](const Machine& machine) {
    return RtlParameters{{"Mapping", quoted(mapping_info(machine.mapping).rtl)},
                         {"OffMapping", quoted(mapping_info(machine.regions.off).rtl)}};
  };
  row.set = [](Machine& machine, const std::string& value) { machine.mapping = value; };
  row.fault = [](const Machine&, const std::string& value) -> std::string {
    // With numbers, as swizzle:3,4,3, it is none of the list.
    if (value.find(':') == std::string::npos) return unknown_word("mapping", value, names_of(mappings()));
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
        "have mappings",
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
  row.get = [](const Machine& machine) { return machine.regions.any() ? text_of(machine.regions) : ""; };
  row.rtl = [](const Machine& machine) {
    return RtlParameters{{"Regions", std::to_string(machine.regions.count())},
                         {"RegionRows", std::to_string(machine.regions.any() ? superwarp::region_rows(machine) : 1)}};
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
      "region-rows", ParameterGroup::kMachine, 0, UINT64_MAX, always(""),
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
    return machine.regions.any() ? "" : fmt::format("--region-rows {}: expected --regions too", value);
  };
  return row;
}

}  // namespace

std::vector<Parameter> unit_parameters() {
  std::vector<Parameter> rows = {super_warp(), rpu()};
  for (const std::string& option : rpu_option_names()) rows.push_back(rpu_option(option));
  rows.insert(rows.end(), {mapping(), regions(), region_rows()});
  return rows;
}

Parameter shifts() {
  Parameter row;
  row.name = "shifts";
  row.group = ParameterGroup::kConditions;
  row.help =
      "shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from "
      "--seed)";
  row.usual = always("");
  row.get = [](const Machine& machine) -> std::string {
    if (machine.key.empty() || mapping_info(machine.mapping).key != KeyKind::kRows) return "";
    const bool drawn = machine.rows > 0 &&
                       machine.key == mapping_key(machine.mapping, machine.seed, machine.rows, machine.bank_count());
    if (drawn) return "";
    Names list;
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
        return fmt::format("--shifts: {} is no shift of a row, expected 0 to {}", shift, machine.bank_count() - 1);
    }
    return "";
  };
  return row;
}

}  // namespace superwarp::model
