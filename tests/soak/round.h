// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "sysc/rtl_cache.h"
#include "tb/bench.h"
#include "tests/soak/build.h"

namespace superwarp::soak {

/// What a round was and how it ended.
struct Outcome {
  std::string kind;  ///< "traffic", "stubborn", "stalled", "workload", "lanes" or "coalescer"
  std::string what;  ///< all that was drawn, in words
  std::uint64_t requests = 0;
  std::string disagreement;  ///< empty: none
};

/// The tools of a process.
struct Laboratory {
  tb::Bench& bench;
  sysc::RtlCache& cache;
  std::filesystem::path rtl_dir;  ///< empty: the repository's
};

/// Round `seed` on `build`: a random program, latency, schedule, key, blocks or stalls, by all
/// engines that there are of it. Of programs of several rounds only the first `most_rounds`;
/// `waves`, if not empty, is the waveform of a round on a memory machine.
Outcome run_round(const Laboratory& laboratory, const Build& build, std::uint64_t seed,
                  std::uint64_t most_rounds, const std::string& waves);

}  // namespace superwarp::soak
