// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// The transposes that Theorems 2, 3 and Table I are about, as experiments.

namespace superwarp::reproduce {

/// Which transpose.
enum class TransposeKind : std::uint8_t { kNaive, kDiagonal };

/// "transpose-naive" or "transpose-diagonal": the workload's name.
std::string transpose_workload(TransposeKind kind);

/// Over n, p, l and w, on the DMM or on the SDMM with s = log w.
std::vector<Experiment> transposes(TransposeKind kind, MachineKind machine);

/// The running time of Table I without its O, and a constant for it that follows from the accesses.
Bound transpose_bound(TransposeKind kind, MachineKind machine);

}  // namespace superwarp::reproduce
