// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/permutation/permutation.h"
#include "sim/workload/entry.h"

/// \file
/// What the workloads that move words along a permutation share: it is known beforehand and costs
/// no access. Symbols as in the DMM/UMM paper, Sections V and VI: the word at a[i] moves to
/// a[P(i)].

namespace superwarp::workload {

/// A workload whose permutation can be chosen, one of the algorithms.
Workload permuting(std::uint32_t place, std::string name, std::string description,
                   std::string section);

/// The permutation that `options` choose, by name or from a file. One given by name is made for
/// `row` words and applied to every row of so many (row = size: to all words at once); random ones
/// differ from row to row. One from a file has to leave every word in its row.
///
/// Throws std::invalid_argument for a name that is neither (with the nearest one) and a size that
/// the permutation does not exist for, in a message that names `workload`, InputError for a bad
/// file.
permutation::Permutation chosen_permutation(const std::string& workload,
                                            const WorkloadOptions& options, std::uint64_t row);

/// A promise that the array at address 0 is permuted.
void promise_permuted(Listing& listing, const permutation::Permutation& permutation);

/// Appends b[i] <- a[i], then a[P(k)] <- b[k] for k = word(i).
void append_by_way_of_b(Listing& listing, const permutation::Permutation& permutation,
                        const std::function<Element(Element)>& word);

/// Appends that the warp of row i / w moves a[i] to column(i) of its row, in place. No barrier: a
/// warp reads its row before it writes it, and no other warp does either.
void append_row_wise(Listing& listing, std::uint64_t n,
                     const std::function<std::uint32_t(Element)>& column);

/// append_row_wise(): one round reads rows, one writes them; every access of a warp is one row, on
/// every machine.
Known row_wise_known(const Problem& o);

}  // namespace superwarp::workload
