// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/parameter_rows.h"

namespace superwarp::model {
namespace {

Parameter::Fault only_hierarchical(const std::string& name) {
  return [name](const Machine& machine, const std::string&) {
    return machine.hierarchy
               ? ""
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
  row.group = ParameterGroup::kHierarchy;
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
      "multiprocessors", ParameterGroup::kHierarchy, 1, kMostMultiprocessors,
      always(std::to_string(kUsualMultiprocessors)),
      [](auto& machine) {
        return machine.hierarchy ? &machine.hierarchy->multiprocessors : nullptr;
      },
      fmt::format("d: multiprocessors, 1 to {} (hmm; default {})", kMostMultiprocessors,
                  kUsualMultiprocessors));
  row.lacks = only_hierarchical(row.name);
  return row;
}

Parameter shared_latency() {
  Parameter row = number(
      "shared-latency", ParameterGroup::kHierarchy, 1, kMostLatency, always("1"),
      [](auto& machine) { return machine.hierarchy ? &machine.latency : nullptr; },
      fmt::format("l': stages of a shared memory's pipeline, 1 to {} (hmm; default 1)",
                  kMostLatency));
  row.lacks = only_hierarchical(row.name);
  return row;
}

}  // namespace

std::vector<Parameter> kind_parameters() {
  return {kind(), multiprocessors(), shared(), shared_latency()};
}

}  // namespace superwarp::model
