// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/gpu/description.h"
#include "sim/run/evaluation.h"
#include "tests/soak/draw.h"
#include "tests/soak/round.h"

namespace superwarp::soak {

/// Random accesses of a wave, of every operation and width that the GPU has: the RTL against the
/// slots of its description.
Outcome on_gpu_accesses(const gpu::Description& gpu, evaluate::Evaluator& evaluator, Draw& draw);

/// A random .traceg, read, lowered by the GPU and replayed: the RTL against the model, and the
/// slots against the wavefronts.
Outcome on_a_recording(const gpu::Description& gpu, evaluate::Evaluator& evaluator, Draw& draw);

}  // namespace superwarp::soak
