// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/reference/mapping.h"

namespace superwarp::test {

/// Names of mappings for regions in which `mapping` is off.
inline std::vector<std::string> off_mappings(const std::string& mapping) {
  std::vector<std::string> names;
  for (const model::MappingInfo& info : model::mappings())
    if (model::serves_off(info) && info.name != mapping) names.push_back(info.name);
  return names;
}

}  // namespace superwarp::test
