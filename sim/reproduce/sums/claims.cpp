#include "sim/reproduce/sums/claims.h"

namespace superwarp::reproduce {

std::vector<Claim> sums_claims() {
  std::vector<Claim> all;
  for (const auto& group :
       {sums_figure_3_claims, sums_contiguous_claims, sums_theorem_claims, sums_lower_bound_claims,
        sums_order_claims, sums_barrier_claims, sums_work_space_claims, sums_figure_8_claims}) {
    for (Claim& claim : group()) all.push_back(std::move(claim));
  }
  return all;
}

std::string sums_source(const std::string& place) { return "sum/prefix-sums chapter, " + place; }

}  // namespace superwarp::reproduce
