// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/ask/accesses.h"

/// \file
/// Slots of accesses, counted by the reference model.

namespace superwarp::ask {

/// Slots of one execution, and those it would need if no two lanes were in each other's way.
struct Slots {
  std::uint32_t slots = 0;
  std::uint32_t ideal = 0;
};

/// Where and when one word of one thread is served.
struct Request {
  std::uint32_t thread = 0;
  std::uint32_t bank = 0;
  std::uint32_t part = 0;  ///< of the execution, from 0
  std::uint32_t slot = 0;  ///< of the execution, from 1
  Address word = 0;
};

/// The memory of a GPU's warp as it is: 32 banks of words of 4 bytes.
Machine plain_memory();

/// The slots of every execution alone on `machine`, which packs nothing.
std::vector<Slots> slots_alone(const Accesses& accesses, Machine machine);

/// The requests of one execution alone on `machine`, which packs nothing.
std::vector<Request> requests_of(const Accesses& accesses, std::size_t execution, Machine machine);

/// Slots of one warp's execution of each instruction, on the average.
struct Means {
  std::vector<double> instruction;  ///< each in a run of its own
  double together = 0;              ///< of one execution of all instructions, in one run
};

/// A machine of the overview.
struct Served {
  std::string options;  ///< as `replay` takes them after --machine
  Means means;
  std::uint32_t keys = 1;  ///< random keys that the means are over
};

/// The accesses on every machine and mapping.
std::vector<Served> on_all_machines(const Accesses& accesses, std::uint32_t keys);

}  // namespace superwarp::ask
