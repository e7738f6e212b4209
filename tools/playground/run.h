// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "model/reference/model.h"
#include "sim/draw/scene.h"
#include "tools/playground/subject.h"

namespace superwarp::playground {

using Json = nlohmann::ordered_json;

/// What a request runs, by the reference model.
struct Run {
  Figures totals;
  draw::Scene scene;   ///< its machine has rows and a key
  bool whole = false;  ///< the scene reaches the end of the run
};

/// Runs it as `superwarp run` and `replay` do, and records it unless only totals are wanted.
/// Throws what these throw.
Run run(const Subject& subject, Chosen chosen, bool records = true);

/// Figures, and every dispatch with its lanes, their banks and slots, and whom it waited for. With
/// several memories there are no dispatches.
Json run_json(const Run& run);

/// As `superwarp draw` draws it: the pipeline in time unit `at`. Throws std::invalid_argument if
/// the machine has no pipeline picture.
std::string pipeline_svg(Run run, std::uint64_t at);

/// Where the time of the warps went, as a stacked bar. Throws std::invalid_argument without an
/// issue stage.
std::string issue_svg(const Run& run);

/// Slots and time units of `subject` on every machine of the overview (ask::all_machines) under the
/// conditions of `chosen`, with `keys` random keys each: "options", "slots", "time_units", "keys".
/// A machine that does not take it has "error" instead. Empty for a hierarchical machine.
Json machines_json(const Subject& subject, const Chosen& chosen, std::uint32_t keys);

}  // namespace superwarp::playground
