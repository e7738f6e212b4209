#include "sim/reproduce/memory_machines/claims.h"

namespace superwarp::reproduce {

std::vector<Claim> memory_machines_claims() {
  std::vector<Claim> all;
  for (const auto& group :
       {memory_machines_figure_claims, memory_machines_access_claims,
        memory_machines_table_1_claims, memory_machines_transpose_claims,
        memory_machines_lemma_2_and_3_claims, memory_machines_permutation_claims,
        memory_machines_umm_permutation_claims, memory_machines_graph_claims,
        memory_machines_listing_claims, memory_machines_optimality_claims}) {
    for (Claim& claim : group()) all.push_back(std::move(claim));
  }
  return all;
}

std::string memory_machines_source(const std::string& place) { return "DMM/UMM papers, " + place; }

std::string ipdpsw_source(const std::string& place) { return "DMM/UMM paper (IPDPSW), " + place; }

}  // namespace superwarp::reproduce
