// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "model/machine/nearest_name.h"

namespace superwarp::reproduce {

std::string Claim::paper() const { return source.substr(0, std::min(source.find(" paper"), source.find(" chapter"))); }

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

Finding equal_figures(const Figure& parameters, const Figure& closed, const Figure& model, const Figure& rtl,
                      const std::string& figures, const std::string& why) {
  const bool same = model == closed && (rtl.is_null() || rtl == closed);
  return {parameters, closed, model, rtl, figures, holds_if(same), why};
}

Finding by_formula(const Figure& parameters, const Figure& closed, const std::string& figures, bool so,
                   const std::string& why) {
  return {parameters, closed, {}, {}, figures, holds_if(so), why};
}

Finding concluded(Finding finding, const std::string& figures, bool so, const std::string& why) {
  finding.figures = figures;
  finding.verdict = holds_if(so);
  finding.why = why;
  return finding;
}

Finding shown(Finding finding) {
  finding.counterexample.prints = finding.figures;
  return finding;
}

Finding not_checked(const std::string& why, const std::string& figures, const Figure& closed) {
  return {Figure::object(), closed, {}, {}, figures, Verdict::kNotChecked, why};
}

Check unchecked(const std::string& why, const std::string& figures, const Figure& closed) {
  return [=](Laboratory&) { return not_checked(why, figures, closed); };
}

bool names_claim(const std::string& name, const std::string& id) {
  return id.compare(0, name.size(), name) == 0 && (id.size() == name.size() || id[name.size()] == '.');
}

Claims claims_by_ledger() {
  Claims all = claims();
  std::stable_sort(all.begin(), all.end(), [](const Claim& a, const Claim& b) { return a.ledger < b.ledger; });
  return all;
}

Claims claims_named(const std::vector<std::string>& ids) {
  Claims all = claims_by_ledger();
  std::vector<std::string> known;
  std::transform(all.begin(), all.end(), std::back_inserter(known), [](auto& c) { return c.id; });
  for (const std::string& id : ids) {
    if (std::none_of(known.begin(), known.end(), [&](const std::string& name) { return names_claim(id, name); })) {
      throw std::invalid_argument(
          fmt::format("unknown claim '{:.60}'{} 'superwarp reproduce --list' shows all", id, did_you_mean(id, known)));
    }
  }
  const auto unwanted = [&](const Claim& claim) {
    if (claim.only_by_name) return std::find(ids.begin(), ids.end(), claim.id) == ids.end();
    return !ids.empty() &&
           std::none_of(ids.begin(), ids.end(), [&](const std::string& id) { return names_claim(id, claim.id); });
  };
  all.erase(std::remove_if(all.begin(), all.end(), unwanted), all.end());
  return all;
}

void Tally::add(const Claim& claim, Verdict verdict) {
  ++claims;
  if (verdict == Verdict::kHolds) ++hold;
  if (verdict == Verdict::kFails) ++fail[static_cast<std::size_t>(claim.weight)];
  if (verdict == Verdict::kNotChecked) ++not_checked;
}

void Tallies::add(const Claim& claim, Verdict verdict) {
  if (claim.ledger == Ledger::kRepaired) return repaired.add(claim, verdict);
  if (claim.ledger == Ledger::kProject) return project.add(claim, verdict);
  all_printed.add(claim, verdict);
  const std::string paper = claim.paper();
  auto found = std::find_if(printed.begin(), printed.end(), [&](const Tally& tally) { return tally.of == paper; });
  if (found == printed.end()) found = printed.insert(found, Tally{paper});
  found->add(claim, verdict);
}

std::string Tallies::table() const {
  std::string text = fmt::format("{:<18}  claims  hold", "");
  for (std::size_t w = 1; w < kWeights.size(); ++w) text += fmt::format("  {}", kWeights[w]);
  text += "  not checked\n";
  const auto row = [&](const Tally& tally) {
    text += fmt::format("{:<18}{:>8}{:>6}", tally.of, tally.claims, tally.hold);
    for (std::size_t w = 1; w < kWeights.size(); ++w)
      text += fmt::format("{:>{}}", tally.fail[w], std::strlen(kWeights[w]) + 2);
    text += fmt::format("{:>13}\n", tally.not_checked);
  };
  for (const Tally& paper : printed) row(paper);
  for (const Tally* tally : {&all_printed, &repaired, &project})
    if (tally->claims > 0) row(*tally);
  return text;
}

Figure Tallies::json() const {
  Figure all = Figure::array();
  const auto add = [&](const Tally& tally) {
    Figure fail = Figure::object();
    for (std::size_t w = 1; w < kWeights.size(); ++w) fail[kWeights[w]] = tally.fail[w];
    all.push_back({{"of", tally.of},
                   {"claims", tally.claims},
                   {"hold", tally.hold},
                   {"fail", fail},
                   {"not_checked", tally.not_checked}});
  };
  for (const Tally& paper : printed) add(paper);
  for (const Tally* tally : {&all_printed, &repaired, &project}) add(*tally);
  return all;
}

}  // namespace superwarp::reproduce
