// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.h"

namespace superwarp::ask {

/// A machine and the options that choose it.
struct Choice {
  std::string options;  ///< after --machine
  Machine machine;      ///< without rows
};

/// The overview: every kind of machine with its usual mapping, every RPU, then every mapping of the
/// DMM, all of `width` banks; without it each kind has its usual number.
std::vector<Choice> all_machines(std::optional<std::uint32_t> width);

}  // namespace superwarp::ask
