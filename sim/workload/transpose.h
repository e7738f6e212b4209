// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/entry.h"

/// \file
/// Workloads on matrices of `side` columns.

namespace superwarp::workload {

/// Promises that the matrix from `first` on is the transpose of the initial one at address 0.
void promise_transposed(Listing& listing, Element first, std::uint64_t side);

/// `accesses` reads or writes of a matrix diagonal by diagonal. Super-warp paper, Section III: if w
/// divides sqrt(n), every warp accesses all banks once, or w groups on the UMM.
std::optional<Known> diagonals_known(const Problem& o, Count accesses);

/// Appends the in-place transposes, by rotation, of `matrices` consecutive square matrices of
/// `side` columns from address 0 on. w must divide the side. Barriers are between rotating and
/// swapping and at the end.
void append_rotation(Listing& listing, std::uint64_t matrices, std::uint64_t side);

/// The formula of append_rotation(): on every machine each access of a warp is one row. 2w accesses
/// a block, one warp each; then four accesses for every row of w words that is swapped.
std::optional<Known> rotation_known(const Problem& o, Count matrices, Count side);

}  // namespace superwarp::workload
