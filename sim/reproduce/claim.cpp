#include "sim/reproduce/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "language/nearest_name.h"
#include "sim/reproduce/gt200/claims.h"
#include "sim/reproduce/memory_machines/claims.h"
#include "sim/reproduce/sums/claims.h"
#include "sim/reproduce/super_warp/claims.h"

namespace superwarp::reproduce {

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

std::vector<Claim> claims() {
  std::vector<Claim> all;
  for (const auto& paper : {super_warp_claims, memory_machines_claims, sums_claims, gt200_claims}) {
    for (Claim& claim : paper()) all.push_back(std::move(claim));
  }
  return all;
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
