// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/permutation/permutation.h"
#include "sim/workload/entry.h"

/// \file
/// Workloads that permute words. The permutation is known in advance and costs no access. Symbols
/// as in the DMM/UMM paper, Sections V and VI: the word at a[i] moves to a[P(i)].

namespace superwarp::workload {

/// An algorithm with a choice of permutations.
Workload permuting(std::uint32_t place, std::string name, std::string description,
                   std::string section);

/// The permutation that `options` choose, by name or from a file. A named one is made for `row`
/// words and applied to every row (row = size: to all words at once); random ones differ between
/// rows. One from a file must keep every word in its row.
///
/// Throws std::invalid_argument, naming `workload`, for an unknown name (with the nearest one) and
/// a size without this permutation; InputError for a bad file.
permutation::Permutation chosen_permutation(const std::string& workload,
                                            const WorkloadOptions& options, std::uint64_t row);

/// Promises that the array at address 0 is permuted.
void promise_permuted(Listing& listing, const permutation::Permutation& permutation);

/// Appends b[i] <- a[i], then a[P(k)] <- b[k] for k = word(i).
void append_by_way_of_b(Listing& listing, const permutation::Permutation& permutation,
                        const std::function<Element(Element)>& word);

/// Appends that the warp of row i / w moves a[i] to column(i) of its row, in place. No barrier is
/// needed: only this warp accesses the row, and it reads before it writes.
void append_row_wise(Listing& listing, std::uint64_t n,
                     const std::function<std::uint32_t(Element)>& column);

/// The formula of append_row_wise(): a round reads rows, a round writes them; on every machine each
/// access of a warp is one row.
Known row_wise_known(const Problem& o);

}  // namespace superwarp::workload
