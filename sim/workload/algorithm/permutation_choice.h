#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/permutation/permutation.h"
#include "sim/workload/algorithm/listing.h"
#include "sim/workload/workload.h"

namespace superwarp::workload {

/// The permutation that `options` choose for `workload`, by name or from a file. One given by name
/// is made for `row` words and applied to every row of so many (row = size: to all words at once);
/// random ones differ from row to row. One from a file has to leave every word in its row.
///
/// Throws std::invalid_argument for a name that is neither (with the nearest one) and a size that
/// the permutation does not exist for, InputError for a bad file.
permutation::Permutation chosen_permutation(const std::string& workload,
                                            const WorkloadOptions& options, std::uint64_t row);

/// A promise that the array at address 0 is permuted.
void promise_permuted(Listing& listing, const permutation::Permutation& permutation);

}  // namespace superwarp::workload
