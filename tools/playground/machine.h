// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/machine/machine.h"
#include "sim/description/object.h"

namespace superwarp::playground {

/// A machine, and how many thread blocks are resident in it.
struct Chosen {
  Machine machine;  ///< without rows
  std::uint32_t blocks = 1;
};

/// The machine of a request. Its warps have `width` threads unless the request has another number;
/// the default is the usual number of its kind. Throws std::invalid_argument or InputError with
/// what was expected.
Chosen read_machine(description::Object form, std::optional<std::uint32_t> width);

/// The options that choose it: "--machine sdmm --super-warp 4".
std::string options_of(const Chosen& chosen, std::optional<std::uint32_t> width);

}  // namespace superwarp::playground
