// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The load X of one bank in the proof of Theorem 6: a sum of independent trials with probabilities
/// A(j)/w.

namespace superwarp::reproduce {

/// How the s*w requests of a super warp lie in rows: A(j) of them in row j, 1 <= A(j) <= w.
struct RowCounts {
  std::string name;
  std::vector<std::uint32_t> requests;  ///< A(j) of the rows that are accessed
};

/// Row counts from one extreme to the other, all of s*w requests: rows of their own, full rows,
/// halves, full rows and single words mixed, geometric, and random ones from `seed`.
std::vector<RowCounts> row_counts(std::uint32_t width, std::uint32_t super_warp,
                                  std::uint64_t seed);

/// P(X > bound), exactly, by convolution of the rows' laws; only positive terms, so tiny values
/// keep their digits.
double tail_probability(const RowCounts& rows, std::uint32_t width, double bound);

}  // namespace superwarp::reproduce
