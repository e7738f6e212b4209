// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "language/machine.h"
#include "sim/draw/scene.h"
#include "sim/model/model.h"
#include "sim/trace/trace.h"

namespace superwarp::playground {

using Json = nlohmann::ordered_json;

inline constexpr std::uint64_t kMostWords = 1U << 20U;  ///< 4 MiB, more than any shared memory

/// A trace on a machine, by the reference model.
struct Run {
  model::Totals totals;
  draw::Scene scene;   ///< its machine has rows and a key
  bool whole = false;  ///< the scene reaches the end of the run
};

/// Runs it as `superwarp replay` does. Throws what that throws, and std::invalid_argument for more
/// words than a page should hold.
Run run(const trace::Trace& trace, Machine machine);

/// Figures, and every dispatch with its lanes, their banks and slots, and whom it waited for.
Json run_json(const Run& run);

/// As `superwarp draw` draws it: the pipeline in time unit `at`, or all banks at all times. Throws
/// std::invalid_argument if the machine has no pipeline picture.
std::string pipeline_svg(Run run, std::uint64_t at);
std::string heat_svg(const Run& run);

}  // namespace superwarp::playground
