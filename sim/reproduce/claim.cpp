// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "language/nearest_name.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

using Group = std::vector<Claim> (*)();

std::vector<Claim> joined(const std::vector<Group>& groups) {
  std::vector<Claim> all;
  for (const Group group : groups) {
    for (Claim& claim : group()) all.push_back(std::move(claim));
  }
  return all;
}

}  // namespace

Finding not_checked(const std::string& why, const std::string& figures, Figure closed) {
  Finding finding;
  finding.closed = std::move(closed);
  finding.figures = figures;
  finding.why = why;
  return finding;
}

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kFails:
      return "fails";
    case Verdict::kNotChecked:
      break;
  }
  return "not-checked";
}

std::vector<Claim> super_warp_claims() {
  return joined({super_warp_figure_claims, super_warp_definition_claims, super_warp_lemma_1_claims,
                 super_warp_access_claims, super_warp_transpose_claims, super_warp_lemma_5_claims,
                 super_warp_theorem_6_claims, super_warp_theorem_8_claims,
                 super_warp_table_2_claims});
}

std::vector<Claim> memory_machines_claims() {
  return joined({memory_machines_figure_claims, memory_machines_access_claims,
                 memory_machines_table_1_claims, memory_machines_transpose_claims,
                 memory_machines_lemma_2_and_3_claims, memory_machines_permutation_claims,
                 memory_machines_umm_permutation_claims, memory_machines_graph_claims,
                 memory_machines_listing_claims, memory_machines_optimality_claims});
}

std::vector<Claim> sums_claims() {
  return joined({sums_figure_3_claims, sums_contiguous_claims, sums_theorem_claims,
                 sums_lower_bound_claims, sums_order_claims, sums_barrier_claims,
                 sums_work_space_claims, sums_figure_8_claims});
}

std::vector<Claim> gt200_claims() {
  return joined({gt200_model_claims, gt200_coalescing_claims, gt200_shared_claims,
                 gt200_table_2_claims, gt200_figure_1_claims, gt200_figure_2_claims});
}

std::vector<Claim> claims() {
  return joined(
      {super_warp_claims, memory_machines_claims, sums_claims, hierarchy_claims, gt200_claims});
}

bool names_claim(const std::string& name, const std::string& id) {
  return id.compare(0, name.size(), name) == 0 &&
         (id.size() == name.size() || id[name.size()] == '.');
}

std::vector<Claim> claims_named(const std::vector<std::string>& ids) {
  std::vector<Claim> all = claims();
  if (ids.empty()) return all;
  std::vector<std::string> known;
  known.reserve(all.size());
  for (const Claim& claim : all) known.push_back(claim.id);
  for (const std::string& id : ids) {
    if (std::none_of(known.begin(), known.end(),
                     [&](const std::string& name) { return names_claim(id, name); })) {
      throw std::invalid_argument(
          fmt::format("unknown claim '{:.60}'{} 'superwarp reproduce --list' shows all", id,
                      did_you_mean(id, known)));
    }
  }
  const auto wanted = [&](const Claim& claim) {
    return std::any_of(ids.begin(), ids.end(),
                       [&](const std::string& id) { return names_claim(id, claim.id); });
  };
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Claim& c) { return !wanted(c); }),
            all.end());
  return all;
}

}  // namespace superwarp::reproduce
