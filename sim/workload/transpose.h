// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/entry.h"

/// \file
/// What several workloads on matrices of `side` columns share.

namespace superwarp::workload {

/// Promises that the matrix from `first` on is the transposed one of that which address 0 started
/// with.
void promise_transposed(Listing& listing, Element first, std::uint64_t side);

/// Reading or writing a matrix column by column. Super-warp paper, Section III on the DMM, Section
/// IV on the SDMM; the UMM as the DMM (w rows are w groups).
std::optional<Known> columns_known(const Problem& o);

/// Appends to `listing` the transposing of `matrices` square matrices of `side` columns that stand
/// one behind the other from address 0, in place, by rotation: w must divide the side. Barriers
/// stand between rotating and swapping and at the end.
void append_rotation(Listing& listing, std::uint64_t matrices, std::uint64_t side);

/// append_rotation(): every access of a warp is one row, on every machine. 2w accesses a block, one
/// warp each; then four accesses for every row of w words that is swapped.
std::optional<Known> rotation_known(const Problem& o, Count matrices, Count side);

}  // namespace superwarp::workload
