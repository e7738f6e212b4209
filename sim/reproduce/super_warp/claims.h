#pragma once

#include <string>
#include <vector>

#include "sim/reproduce/claim.h"

/// \file
/// The claims of "The Super Warp Architecture with Random Address Shift" (Nakano, Matsumae).

namespace superwarp::reproduce {

/// All of them, in the order of the paper.
std::vector<Claim> super_warp_claims();

// One group a file.
std::vector<Claim> super_warp_figure_claims();     ///< figs. 4, 6, 7
std::vector<Claim> super_warp_lemma_1_claims();    ///< time of a program, DMM and SDMM
std::vector<Claim> super_warp_access_claims();     ///< row-major and column-major access
std::vector<Claim> super_warp_transpose_claims();  ///< Theorems 2 and 3
std::vector<Claim> super_warp_lemma_5_claims();    ///< tail of one bank, and its proof
std::vector<Claim> super_warp_theorem_6_claims();  ///< expected congestion, Corollary 7
std::vector<Claim> super_warp_theorem_8_claims();  ///< transposes on the RSDMM
std::vector<Claim> super_warp_table_1_claims();
std::vector<Claim> super_warp_table_2_claims();
std::vector<Claim> super_warp_definition_claims();  ///< sentences that define, and identities

/// "super-warp paper, " and the place.
std::string super_warp_source(const std::string& place);

}  // namespace superwarp::reproduce
