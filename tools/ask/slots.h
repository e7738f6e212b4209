// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/gpu/description.h"
#include "tools/ask/accesses.h"

/// \file
/// Slots of accesses, counted by the reference model.

namespace superwarp::ask {

/// Slots of one execution, and those that it would need without conflicts.
struct Slots {
  std::uint32_t slots = 0;
  std::uint32_t ideal = 0;
};

/// Where and when one word of one lane is served.
struct Request {
  std::uint32_t lane = 0;
  std::uint32_t bank = 0;
  std::uint32_t part = 0;  ///< of the execution, from 0
  std::uint32_t slot = 0;  ///< of the execution, from 1
  std::uint32_t turn = 0;  ///< slot of its part, from 1; later ones wait because of a conflict
  Address cell = 0;        ///< of the memory; lanes that want the same one are served together
};

/// The slots of every execution alone by the rules of `gpu`.
std::vector<Slots> slots_alone(const Accesses& accesses, const gpu::Description& gpu);

/// The requests of one execution alone.
std::vector<Request> requests_of(const Accesses& accesses, const WarpAccess& access,
                                 const gpu::Description& gpu);

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

/// The accesses on every machine and mapping, of as many banks as `gpu` has; for the papers' memory
/// the gt200 too, which has 16.
std::vector<Served> on_all_machines(const Accesses& accesses, const gpu::Description& gpu,
                                    std::uint32_t keys);

}  // namespace superwarp::ask
