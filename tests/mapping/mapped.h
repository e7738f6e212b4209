// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"

namespace superwarp::test {

/// The mapping `name` on `rows` rows of `banks` words, with the key that `seed` draws.
inline std::unique_ptr<Mapping> mapped(const std::string& name, std::uint32_t banks, std::uint64_t rows,
                                       std::uint64_t seed = 1) {
  Machine machine;
  machine.banks = banks;
  machine.rows = rows;
  machine.mapping = name;
  machine.key = model::mapping_key(name, seed, rows, banks);
  return model::make_mapping(machine);
}

/// Names of mappings for regions in which `mapping` is off.
inline std::vector<std::string> off_mappings(const std::string& mapping) {
  std::vector<std::string> names;
  for (const model::MappingInfo& info : model::mappings())
    if (model::serves_off(info) && info.name != mapping) names.push_back(info.name);
  return names;
}

}  // namespace superwarp::test
