// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "sim/gpu/lower.h"
#include "sim/trace/trace.h"
#include "tools/ask/accesses.h"

/// \file
/// Slots of accesses, counted by the reference model.

namespace superwarp::ask {

/// The papers' memory of 32 banks, which serves wide accesses as `replay` does.
gpu::Description papers_rules();

/// An execution as phases of a GPU.
gpu::Lowered lowered(const Accesses& accesses, const WarpAccess& access, gpu::Lowering& lowering);

/// The lanes in each round of an atomic that is a loop: all of them load the word, then all try to
/// swap it (docs/spec/gpus.md).
std::vector<std::uint64_t> rounds_of(const Accesses& accesses, const WarpAccess& access);

/// Slots of one execution, and those that it would need without conflicts.
struct Slots {
  std::uint32_t slots = 0;
  std::uint32_t ideal = 0;
};

/// The slots of every execution alone by the rules of `gpu`.
std::vector<Slots> slots_alone(const Accesses& accesses, const gpu::Description& gpu);

/// Where and when one word of one lane is served.
struct Request {
  std::uint32_t lane = 0;
  std::uint32_t bank = 0;
  std::uint32_t part = 0;  ///< of the execution, from 0
  std::uint32_t slot = 0;  ///< of the execution, from 1
  std::uint32_t turn = 0;  ///< slot of its part, from 1; later ones wait because of a conflict
  Address cell = 0;        ///< of the memory; lanes that want the same one are served together
};

/// The requests of one execution alone.
std::vector<Request> requests_of(const Accesses& accesses, const WarpAccess& access, const gpu::Description& gpu);

/// `executions`, all or some of the accesses, as a trace for a machine of `width` banks: in one
/// round, all warps execute one phase of one instruction in one iteration.
trace::Trace trace_of(const Accesses& accesses, const std::vector<WarpAccess>& executions,
                      const gpu::Description& description, std::uint32_t width);

/// A machine and the options that choose it.
struct Choice {
  std::string options;  ///< after --machine
  Machine machine;      ///< without rows
};

/// The overview: every kind of machine with its usual mapping, every RPU, then every mapping of the
/// DMM, all of `width` banks; without it each kind has its usual number.
std::vector<Choice> all_machines(std::optional<std::uint32_t> width);

/// Slots of one warp's execution of each instruction, on the average, on a machine of the overview.
struct Served {
  std::string options;                   ///< as `replay` takes them after --machine
  std::uint32_t keys = 1;                ///< random keys that the means are over
  std::vector<double> instruction = {};  ///< each in a run of its own
  double together = 0;                   ///< of one execution of all instructions, in one run
};

/// The accesses on every machine and mapping, of as many banks as `gpu` has; for the papers' memory
/// the gt200 too, which has 16.
std::vector<Served> on_all_machines(const Accesses& accesses, const gpu::Description& gpu, std::uint32_t keys);

}  // namespace superwarp::ask
