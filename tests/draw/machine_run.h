// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// The scene of `dispatches` run one after another, every round behind the one before it. As simple
/// as docs/spec/machines.md: the pictures' tests need slots, not an engine.
Scene run_machine(const Machine& machine, const std::vector<Dispatch>& dispatches,
                  const std::string& title);

/// What the banks did in `scene`, a pipeline's latency after its slots.
Recording record(const Scene& scene);

/// `scene` with that record, as heat maps need it.
Scene heat_scene(Scene scene);

/// Figures 4, 6 and 7 of the super-warp paper.
Scene figure_four();
Scene figure_six();
Scene figure_seven();

}  // namespace superwarp::draw
