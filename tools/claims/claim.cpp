// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "model/machine/nearest_name.h"

namespace superwarp::reproduce {

std::string verdict_name(Verdict verdict) {
  constexpr std::array<const char*, 3> kNames = {"holds", "fails", "not-checked"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string kind_name(Kind kind) {
  constexpr std::array<const char*, 5> kNames = {"exact value", "bound", "asymptotic", "figure",
                                                 "wording"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string weight_name(Weight weight) {
  constexpr std::array<const char*, kWeights> kNames = {"", "slip of print", "constant factor",
                                                        "missing condition", "substantive"};
  return kNames[static_cast<std::size_t>(weight)];
}

std::string ledger_name(Ledger ledger) {
  constexpr std::array<const char*, kLedgers> kNames = {"printed", "repaired", "project"};
  return kNames[static_cast<std::size_t>(ledger)];
}

std::string Claim::paper() const {
  return source.substr(0, std::min(source.find(" paper"), source.find(" chapter")));
}

Claim repaired(Claim claim) {
  claim.ledger = Ledger::kRepaired;
  return claim;
}

Claim of_project(Claim claim) {
  claim.ledger = Ledger::kProject;
  return claim;
}

Claim only_by_name(Claim claim) {
  claim.only_by_name = true;
  return claim;
}

Finding equal_figures(const Figure& parameters, const Figure& closed, const Figure& model,
                      const Figure& rtl, const std::string& figures, const std::string& why) {
  const bool same = model == closed && (rtl.is_null() || rtl == closed);
  return {parameters, closed, model, rtl, figures, holds_if(same), why};
}

Finding by_formula(const Figure& parameters, const Figure& closed, const std::string& figures,
                   bool so, const std::string& why) {
  return {parameters, closed, {}, {}, figures, holds_if(so), why};
}

Finding not_checked(const std::string& why, const std::string& figures, const Figure& closed) {
  return {Figure::object(), closed, {}, {}, figures, Verdict::kNotChecked, why};
}

Check unchecked(const std::string& why, const std::string& figures, const Figure& closed) {
  return [=](Laboratory&) { return not_checked(why, figures, closed); };
}

bool names_claim(const std::string& name, const std::string& id) {
  return id.compare(0, name.size(), name) == 0 &&
         (id.size() == name.size() || id[name.size()] == '.');
}

Claims claims_by_ledger() {
  Claims all = claims();
  std::stable_sort(all.begin(), all.end(),
                   [](const Claim& a, const Claim& b) { return a.ledger < b.ledger; });
  return all;
}

Claims claims_named(const std::vector<std::string>& ids) {
  Claims all = claims_by_ledger();
  std::vector<std::string> known;
  std::transform(all.begin(), all.end(), std::back_inserter(known), [](auto& c) { return c.id; });
  for (const std::string& id : ids) {
    if (std::none_of(known.begin(), known.end(),
                     [&](const std::string& name) { return names_claim(id, name); })) {
      throw std::invalid_argument(
          fmt::format("unknown claim '{:.60}'{} 'superwarp reproduce --list' shows all", id,
                      did_you_mean(id, known)));
    }
  }
  const auto unwanted = [&](const Claim& claim) {
    if (claim.only_by_name) return std::find(ids.begin(), ids.end(), claim.id) == ids.end();
    return !ids.empty() && std::none_of(ids.begin(), ids.end(), [&](const std::string& id) {
      return names_claim(id, claim.id);
    });
  };
  all.erase(std::remove_if(all.begin(), all.end(), unwanted), all.end());
  return all;
}

}  // namespace superwarp::reproduce
