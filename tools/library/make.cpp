// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/stepper.h"
#include "superwarp/superwarp.h"

namespace superwarp {

Machine make_machine(const std::string& kind) {
  std::vector<std::string> known;
  for (const MachineInfo& info : machines()) {
    known.push_back(info.name);
    if (info.name != kind) continue;
    Machine machine;
    machine.kind = info.kind;
    machine.width = info.width;
    machine.mapping = info.mapping;
    return machine;
  }
  if (kind == kHierarchicalName) {
    throw std::invalid_argument(fmt::format(
        "machine '{}': it has several memories, expected a machine of one, as each of them is: {}; "
        "'superwarp run' takes it whole",
        kind, fmt::join(known, ", ")));
  }
  throw std::invalid_argument(
      fmt::format("unknown machine '{}'{}", kind, did_you_mean(kind, known)));
}

std::vector<std::string> mapping_names() {
  std::vector<std::string> names;
  for (const model::MappingInfo& info : model::mappings()) names.push_back(info.name);
  return names;
}

std::vector<std::uint32_t> mapping_key(const std::string& mapping, std::uint64_t seed,
                                       std::uint64_t rows, std::uint32_t width) {
  if (width == 0) throw std::invalid_argument("width 0: expected 1 ..");
  model::check_banks(model::mapping_info(mapping), width);
  if (rows > kAddressLimit / width) {
    throw std::invalid_argument(
        fmt::format("{} rows of {} words, addresses end below {}", rows, width, kAddressLimit));
  }
  return model::mapping_key(mapping, seed, rows, width);
}

void fit(Machine& machine, std::uint64_t words) {
  model::check_machine(machine);
  if (words > kAddressLimit) {
    throw std::invalid_argument(
        fmt::format("{} words, addresses end below {}", words, kAddressLimit));
  }
  model::fit(machine, words);
}

std::unique_ptr<Mapping> make_mapping(const Machine& machine) {
  return model::make_mapping(machine);
}

std::unique_ptr<Stepper> make_stepper(const Machine& machine, bool with_data) {
  return model::make_stepper(machine, {with_data});
}

std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses,
                                               bool with_data) {
  return model::make_lane_stepper(machine, responses, {with_data});
}

}  // namespace superwarp
