// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/reproduce/claim.h"

/// \file
/// The papers: all claims of each in its order, and their groups, one or two a file.

namespace superwarp::reproduce {

// "The Super Warp Architecture with Random Address Shift" (Nakano, Matsumae).
std::vector<Claim> super_warp_claims();
std::vector<Claim> super_warp_figure_claims();      ///< figs. 4, 6, 7
std::vector<Claim> super_warp_definition_claims();  ///< sentences that define, and identities
std::vector<Claim> super_warp_lemma_1_claims();     ///< time of a program, DMM and SDMM
std::vector<Claim> super_warp_access_claims();      ///< row-major and column-major access
std::vector<Claim> super_warp_transpose_claims();   ///< Theorems 2 and 3
std::vector<Claim> super_warp_lemma_5_claims();     ///< tail of one bank, and its proof
std::vector<Claim> super_warp_theorem_6_claims();   ///< expected congestion, Corollary 7
std::vector<Claim> super_warp_theorem_8_claims();   ///< transposes on the RSDMM; Table I
std::vector<Claim> super_warp_table_2_claims();
inline std::string super_warp_source(const std::string& place) {
  return "super-warp paper, " + place;
}

// "Simple Memory Machine Models for GPUs" (Nakano), in its two versions: IPDPSW, which has Sections
// V and VI on permutations, and IPSJ, which ends with the transposes.
std::vector<Claim> memory_machines_claims();
std::vector<Claim> memory_machines_figure_claims();           ///< figs. 4, 5, 6
std::vector<Claim> memory_machines_access_claims();           ///< exact times of Section III
std::vector<Claim> memory_machines_table_1_claims();          ///< Theorem 1, Table 1
std::vector<Claim> memory_machines_transpose_claims();        ///< the straightforward transpose
std::vector<Claim> memory_machines_lemma_2_and_3_claims();    ///< by diagonals, by rotation
std::vector<Claim> memory_machines_permutation_claims();      ///< Section V, to Theorem 6
std::vector<Claim> memory_machines_umm_permutation_claims();  ///< Section VI: Lemma 7, Theorem 8
std::vector<Claim> memory_machines_graph_claims();            ///< what Section VI colours, fig. 8
std::vector<Claim> memory_machines_listing_claims();     ///< listings that do not do as printed
std::vector<Claim> memory_machines_optimality_claims();  ///< lower bounds, all algorithms
inline std::string memory_machines_source(const std::string& place) {  // both versions
  return "DMM/UMM papers, " + place;
}
inline std::string ipdpsw_source(const std::string& place) {  // what IPSJ lacks
  return "DMM/UMM paper (IPDPSW), " + place;
}

// "Theoretical Parallel Computing Models for GPU Computing" (Nakano), the chapter on the sum and
// the prefix sums.
std::vector<Claim> sums_claims();
std::vector<Claim> sums_figure_3_claims();     ///< the worked example
std::vector<Claim> sums_contiguous_claims();   ///< Section 3, Lemma 1
std::vector<Claim> sums_theorem_claims();      ///< Theorems 1 and 3, Lemma 2, optimality
std::vector<Claim> sums_lower_bound_claims();  ///< Theorem 2
std::vector<Claim> sums_order_claims();        ///< the order of steps and passes
std::vector<Claim> sums_barrier_claims();      ///< what goes wrong without barriers
std::vector<Claim> sums_work_space_claims();   ///< Section 7: its size and what it holds
std::vector<Claim> sums_figure_8_claims();     ///< measurements
inline std::string sums_source(const std::string& place) {
  return "sum/prefix-sums chapter, " + place;
}

// "The Hierarchical Memory Machine Model for GPUs" (Nakano), of which the abstract is known here.
std::vector<Claim> hierarchy_claims();
inline std::string hierarchy_source(const std::string& place) { return "HMM paper, " + place; }

// "Investigation of the RAM access model in a heterogeneous computing system" (Kolpakov, Belov,
// Kropotov, ITNT 2020): the GT200's memory, on a GeForce GTX 280.
std::vector<Claim> gt200_claims();
std::vector<Claim> gt200_model_claims();       ///< Sections II and III: formulas, relative speeds
std::vector<Claim> gt200_coalescing_claims();  ///< Section III: global memory
std::vector<Claim> gt200_shared_claims();      ///< Section III: shared memory
std::vector<Claim> gt200_table_2_claims();     ///< Section III: measured times
std::vector<Claim> gt200_figure_1_claims();    ///< Section IV: Algorithm 1
std::vector<Claim> gt200_figure_2_claims();    ///< Section V: Algorithm 2
inline std::string gt200_source(const std::string& place) { return "GT200 paper, " + place; }

}  // namespace superwarp::reproduce
