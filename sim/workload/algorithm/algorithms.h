#pragma once

#include <memory>
#include <vector>

#include "sim/workload/algorithm/listing.h"
#include "sim/workload/entry.h"

/// \file
/// The algorithms of the DMM/UMM papers and of the sum/prefix-sums chapter, each written once as
/// its listing and run by every engine. Each states where its barriers are and why.
///
/// All throw std::invalid_argument for sizes that the algorithm does not allow.

namespace superwarp::workload {

/// Exchanges a[j][k] and a[k][j] for j < k (as printed, for all j and k, it undoes itself where
/// both fall into different rounds). DMM/UMM paper, Section IV. Any side.
std::unique_ptr<Program> straightforward_transpose(const WorkloadOptions& options);

/// Copies a to b, then reads b and writes a along diagonals. DMM/UMM paper, Section IV. Any side;
/// free of bank conflicts where w divides it.
std::unique_ptr<Program> workspace_transpose(const WorkloadOptions& options);

/// Rotates w x w blocks through w words of local memory a thread, then swaps blocks across the
/// diagonal. DMM/UMM paper, Section IV, for the UMM. w divides the side.
std::unique_ptr<Program> rotating_transpose(const WorkloadOptions& options);

/// a[0] <- a[0] + .. + a[n-1]. Sum/prefix-sums chapter, Section 4. n = 2^m.
std::unique_ptr<Program> sum(const WorkloadOptions& options);

/// a[i] <- a[0] + .. + a[i] in log n steps over the whole array. Sum/prefix-sums chapter, Section
/// 6. Any n.
std::unique_ptr<Program> simple_prefix_sums(const WorkloadOptions& options);

/// a[i] <- a[0] + .. + a[i] with interval sums in arrays a_0 .. a_{m-1}. Sum/prefix-sums chapter,
/// Section 7. n = 2^m.
std::unique_ptr<Program> optimal_prefix_sums(const WorkloadOptions& options);

/// Copies a to b, then writes a[P(i)] <- b[i]: n time units and more where the writes of a warp
/// meet in a bank (DMM) or lie in different address groups (UMM). DMM/UMM paper, Section V. Any n.
std::unique_ptr<Program> straightforward_permutation(const WorkloadOptions& options);

/// The same with the second loop in an order in which a warp's words are in distinct banks before
/// and after: 4n/w slots on the DMM. DMM/UMM paper, Section V, Theorem 6. w divides n.
std::unique_ptr<Program> conflict_free_permutation(const WorkloadOptions& options);

/// A permutation that leaves every word in its row of w words, in place: 2n/w slots on every
/// machine. A permutation given by name is one of a row, drawn anew for every row where it is
/// random. DMM/UMM paper, Section VI. w divides n.
std::unique_ptr<Program> row_wise_permutation(const WorkloadOptions& options);

/// Any permutation by row-wise permutations and transposes by rotation, in place. DMM/UMM paper,
/// Section VI, Lemma 7 and Theorem 8. n = w^(2^k).
std::unique_ptr<Program> umm_permutation(const WorkloadOptions& options);

/// All of them as workloads.
std::vector<WorkloadEntry> algorithm_entries();

/// Appends to `listing` the transposing of `matrices` square matrices of `side` columns that stand
/// one behind the other from `base`, in place, by rotation: needs w registers from register 0 on,
/// and w must divide the side. Barriers stand between rotating and swapping and at the end.
void append_rotation(Listing& listing, Address base, std::uint64_t matrices, std::uint32_t side);

}  // namespace superwarp::workload
