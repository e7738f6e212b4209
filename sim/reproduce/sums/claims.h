#pragma once

#include <string>
#include <vector>

#include "sim/reproduce/claim.h"

/// \file
/// The claims of "Theoretical Parallel Computing Models for GPU Computing" (Nakano), the chapter on
/// the sum and the prefix sums.

namespace superwarp::reproduce {

/// All of them, in the order of the chapter.
std::vector<Claim> sums_claims();

// One group a file.
std::vector<Claim> sums_figure_3_claims();     ///< the worked example
std::vector<Claim> sums_contiguous_claims();   ///< Section 3, Lemma 1
std::vector<Claim> sums_theorem_claims();      ///< Theorems 1 and 3, Lemma 2, optimality
std::vector<Claim> sums_lower_bound_claims();  ///< Theorem 2
std::vector<Claim> sums_order_claims();        ///< the order of steps and passes
std::vector<Claim> sums_barrier_claims();      ///< what goes wrong without barriers
std::vector<Claim> sums_work_space_claims();   ///< Section 7: its size and what it holds
std::vector<Claim> sums_figure_8_claims();     ///< measurements

/// "sum/prefix-sums chapter, " and the place.
std::string sums_source(const std::string& place);

}  // namespace superwarp::reproduce
