#include "sim/reproduce/super_warp/claims.h"

namespace superwarp::reproduce {

std::vector<Claim> super_warp_claims() {
  std::vector<Claim> all;
  for (const auto& group :
       {super_warp_figure_claims, super_warp_definition_claims, super_warp_lemma_1_claims,
        super_warp_access_claims, super_warp_transpose_claims, super_warp_lemma_5_claims,
        super_warp_theorem_6_claims, super_warp_theorem_8_claims, super_warp_table_1_claims,
        super_warp_table_2_claims}) {
    for (Claim& claim : group()) all.push_back(std::move(claim));
  }
  return all;
}

std::string super_warp_source(const std::string& place) { return "super-warp paper, " + place; }

}  // namespace superwarp::reproduce
