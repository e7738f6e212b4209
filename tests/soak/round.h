// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "sim/gpu/description.h"
#include "sim/run/evaluation.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"
#include "tests/soak/build.h"

namespace superwarp::soak {

/// What a round was and how it ended.
struct Outcome {
  std::string kind;  ///< "traffic", "memories", "gpu", "recording", "lanes", ..
  std::string what;  ///< everything drawn, in words
  std::uint64_t requests = 0;
  std::string disagreement;  ///< empty if there is none
};

/// Shared by all rounds of a process.
struct Laboratory {
  tb::Bench& bench;
  sysc::RtlCache& cache;
  std::filesystem::path rtl_dir;  ///< empty for the repository's
};

/// Runs round `seed` on `build` and all its engines: a random program, latency, schedule, key,
/// blocks or stalls. Programs are cut off after `most_rounds` rounds. If `waves` is not empty, a
/// round on a memory machine leaves this waveform.
Outcome run_round(const Laboratory& laboratory, const Build& build, std::uint64_t seed, std::uint64_t most_rounds,
                  const std::string& waves);

/// Random accesses of a wave, of every operation and width that the GPU has: the RTL against the
/// slots of its description.
Outcome on_gpu_accesses(const gpu::Description& gpu, evaluate::Evaluator& evaluator, Draw& draw);

/// A random .traceg, read, lowered by the GPU and replayed: the RTL against the model, and the
/// slots against the wavefronts.
Outcome on_a_recording(const gpu::Description& gpu, evaluate::Evaluator& evaluator, Draw& draw);

}  // namespace superwarp::soak
