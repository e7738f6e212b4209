// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// The scene of `dispatches` run one after another, round by round, by the rules of
/// docs/spec/machines.md. Tests of pictures need slots, not an engine.
Scene run_machine(const Machine& machine, const std::vector<Dispatch>& dispatches, const std::string& title);

/// The recording of `scene`: its slots reach their banks after the pipeline's latency.
Recording record(const Scene& scene);

/// `scene` with its recording, for heat maps and other viewers.
Scene heat_scene(Scene scene);

/// A read and a write of two warps want bank 1 at once, so the second waits for the first.
Scene one_waits();

/// Figures 4, 6 and 7 of the super-warp paper.
Scene figure_four();
Scene figure_six();
Scene figure_seven();

}  // namespace superwarp::draw
