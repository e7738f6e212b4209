// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/reproduce/claim.h"

/// \file
/// The claims of each paper, in groups of one file each.

namespace superwarp::reproduce {

// "The Super Warp Architecture with Random Address Shift" (Nakano, Matsumae).
Claims super_warp_figures();      ///< figs. 4, 6, 7
Claims super_warp_definitions();  ///< sentences that define, and identities
Claims super_warp_accesses();     ///< Lemma 1; row-major and column-major access
Claims super_warp_transposes();   ///< Theorems 2 and 3
Claims super_warp_lemma_5();      ///< tail of one bank, and its proof
Claims super_warp_theorem_6();    ///< expected congestion, Corollary 7
Claims super_warp_theorem_8();    ///< transposes on the RSDMM; Table I
Claims super_warp_table_2();

// "Simple Memory Machine Models for GPUs" (Nakano), two versions: IPDPSW, which has Sections V and
// VI on permutations, and IPSJ, which ends with the transposes.
Claims memory_machines_figures();           ///< figs. 4, 5, 6
Claims memory_machines_accesses();          ///< exact times of Section III
Claims memory_machines_table_1();           ///< Theorem 1, Table 1
Claims memory_machines_transposes();        ///< Section IV, Lemmas 2 and 3
Claims memory_machines_permutations();      ///< Section V, to Theorem 6
Claims memory_machines_umm_permutations();  ///< Section VI: Lemma 7, Theorem 8
Claims memory_machines_graphs();            ///< the graph that Section VI colours, fig. 8
Claims memory_machines_listings();          ///< listings that fail as printed
Claims memory_machines_optimality();        ///< lower bounds, all algorithms

// "Theoretical Parallel Computing Models for GPU Computing" (Nakano), chapter on the sum and the
// prefix sums.
Claims sums_accesses();    ///< fig. 3; Section 3, Lemma 1
Claims sums_theorems();    ///< Theorems 1 to 3, Lemma 2, optimality
Claims sums_order();       ///< the order of steps and passes
Claims sums_barriers();    ///< what goes wrong without barriers
Claims sums_work_space();  ///< Section 7: its size and contents
Claims sums_figure_8();    ///< measurements

// "The Hierarchical Memory Machine Model for GPUs" (Nakano); only the abstract is known here.
Claims hierarchy_bounds();

// "Investigation of the RAM access model in a heterogeneous computing system" (Kolpakov, Belov,
// Kropotov, ITNT 2020): the memory of a GeForce GTX 280 (GT200).
Claims gt200_model();       ///< Sections II and III: formulas, relative speeds
Claims gt200_coalescing();  ///< Section III: global memory
Claims gt200_shared();      ///< Section III: shared memory
Claims gt200_table_2();     ///< Section III: measured times
Claims gt200_figure_1();    ///< Section IV: Algorithm 1
Claims gt200_figure_2();    ///< Section V: Algorithm 2

/// All of the above, in the order to show them.
inline std::vector<Claims (*)()> claim_groups() {
  return {super_warp_figures,
          super_warp_definitions,
          super_warp_accesses,
          super_warp_transposes,
          super_warp_lemma_5,
          super_warp_theorem_6,
          super_warp_theorem_8,
          super_warp_table_2,
          memory_machines_figures,
          memory_machines_accesses,
          memory_machines_table_1,
          memory_machines_transposes,
          memory_machines_permutations,
          memory_machines_umm_permutations,
          memory_machines_graphs,
          memory_machines_listings,
          memory_machines_optimality,
          sums_accesses,
          sums_theorems,
          sums_order,
          sums_barriers,
          sums_work_space,
          sums_figure_8,
          hierarchy_bounds,
          gt200_model,
          gt200_coalescing,
          gt200_shared,
          gt200_table_2,
          gt200_figure_1,
          gt200_figure_2};
}

}  // namespace superwarp::reproduce
