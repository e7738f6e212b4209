#include "sim/reproduce/gt200/claims.h"

namespace superwarp::reproduce {

std::vector<Claim> gt200_claims() {
  std::vector<Claim> all;
  for (const auto& group : {gt200_model_claims, gt200_coalescing_claims, gt200_shared_claims,
                            gt200_table_2_claims, gt200_figure_1_claims, gt200_figure_2_claims}) {
    for (Claim& claim : group()) all.push_back(std::move(claim));
  }
  return all;
}

std::string gt200_source(const std::string& place) { return "GT200 paper, " + place; }

Finding gt200_not_checked(const std::string& why, const std::string& figures, Figure closed) {
  Finding finding;
  finding.closed = std::move(closed);
  finding.figures = figures;
  finding.verdict = Verdict::kNotChecked;
  finding.why = why;
  return finding;
}

}  // namespace superwarp::reproduce
