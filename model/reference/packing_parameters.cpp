// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/parameter_rows.h"

namespace superwarp::model {
namespace {

/// Packs, and has no other property that says how: --super-warp has to be given.
bool has_to_pack(const Machine& machine) {
  const MachineInfo& info = machine_info(machine.kind);
  return info.packs && info.mapping == "identity" && !machine.overlaps();
}

Parameter super_warp() {
  const std::string packs = names_with(machines(), &MachineInfo::packs);
  Parameter row = number(
      "super-warp", ParameterGroup::kMachine, 1, kMostSuperWarp,
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
    Names words;
    for (const std::string& unit : rpus_with(name)) {
      words.push_back(
          fmt::format("{} (--rpu {})",
                      joined(names_of(named(rpus(), unit).option(name)->choices), " or "), unit));
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

}  // namespace

std::vector<Parameter> packing_parameters() {
  std::vector<Parameter> rows = {super_warp(), rpu()};
  for (const std::string& option : rpu_option_names()) rows.push_back(rpu_option(option));
  return rows;
}

}  // namespace superwarp::model
