// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/permutation/permutation.h"
#include "sim/workload/entry.h"

/// \file
/// Workloads that permute words. The permutation is known in advance and costs no access. Symbols
/// as in the DMM/UMM paper, Sections V and VI: the word at a[i] moves to a[P(i)].

namespace superwarp::workload {

/// The permutation that `options` choose, by name or from a file. A named one is made for `row`
/// words and applied to every row (row = size: to all words at once); random ones differ between
/// rows. One from a file must keep every word in its row.
///
/// Throws std::invalid_argument, naming `workload`, for an unknown name (with the nearest one) and
/// a size without this permutation; InputError for a bad file.
permutation::Permutation chosen_permutation(const std::string& workload, const WorkloadOptions& options,
                                            std::uint64_t row);

}  // namespace superwarp::workload
