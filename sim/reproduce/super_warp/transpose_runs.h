// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/reproduce/grid.h"

/// \file
/// The transposes of Theorems 2, 3 and Table I.

namespace superwarp::reproduce {

enum class TransposeKind : std::uint8_t { kNaive, kDiagonal };

/// The workload's name: "transpose-naive" or "transpose-diagonal".
std::string transpose_workload(TransposeKind kind);

/// Over n, p, l and w, on the DMM or on the SDMM with s = log w.
Runs transposes(TransposeKind kind, MachineKind machine, const Accept& accept = nullptr);

/// The running time of Table I without its O, and a constant that follows from the accesses.
Bound transpose_bound(TransposeKind kind, MachineKind machine);

}  // namespace superwarp::reproduce
