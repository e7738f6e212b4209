#pragma once

#include <string>
#include <vector>

#include "sim/reproduce/claim.h"

/// \file
/// The claims of "Simple Memory Machine Models for GPUs" (Nakano), in its two versions: IPDPSW,
/// which has Sections V and VI on permutations, and IPSJ, which ends with the transposes.

namespace superwarp::reproduce {

/// All of them, in the order of the papers.
std::vector<Claim> memory_machines_claims();

// One group a file.
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

/// "DMM/UMM papers, " (both versions) and the place.
std::string memory_machines_source(const std::string& place);
/// "DMM/UMM paper (IPDPSW), " and the place, for what IPSJ lacks.
std::string ipdpsw_source(const std::string& place);

}  // namespace superwarp::reproduce
