// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/tally.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::reproduce {
namespace {

/// Every weight of a failure.
constexpr std::array<Weight, 4> kFailures = {Weight::kSlip, Weight::kConstant, Weight::kCondition,
                                             Weight::kSubstantive};

std::vector<std::string> columns() {
  std::vector<std::string> heads = {"claims", "hold"};
  for (const Weight weight : kFailures) heads.push_back(weight_name(weight));
  heads.emplace_back("not checked");
  return heads;
}

/// A line of the table; `cells` stand below `heads`.
std::string row(const std::string& name, const std::vector<std::string>& cells) {
  const std::vector<std::string> heads = columns();
  std::string text = fmt::format("{:<18}", name);
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += fmt::format("{:>{}}", cells[i], heads[i].size() + 2);
  return text + "\n";
}

std::string row(const Tally& tally) {
  std::vector<std::string> cells = {std::to_string(tally.claims), std::to_string(tally.hold)};
  for (const Weight weight : kFailures)
    cells.push_back(std::to_string(tally.fail[static_cast<std::size_t>(weight)]));
  cells.push_back(std::to_string(tally.not_checked));
  return row(tally.of, cells);
}

Figure json(const Tally& tally) {
  Figure fail = Figure::object();
  for (const Weight weight : kFailures)
    fail[weight_name(weight)] = tally.fail[static_cast<std::size_t>(weight)];
  return {{"of", tally.of},
          {"claims", tally.claims},
          {"hold", tally.hold},
          {"fail", fail},
          {"not_checked", tally.not_checked}};
}

}  // namespace

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
  auto found = std::find_if(printed.begin(), printed.end(),
                            [&](const Tally& tally) { return tally.of == paper; });
  if (found == printed.end()) found = printed.insert(found, Tally{paper});
  found->add(claim, verdict);
}

std::string tally_table(const Tallies& tallies) {
  std::string text = row("", columns());
  for (const Tally& paper : tallies.printed) text += row(paper);
  for (const Tally* tally : {&tallies.all_printed, &tallies.repaired, &tallies.project})
    if (tally->claims > 0) text += row(*tally);
  return text;
}

Figure tally_json(const Tallies& tallies) {
  Figure all = Figure::array();
  for (const Tally& paper : tallies.printed) all.push_back(json(paper));
  for (const Tally* tally : {&tallies.all_printed, &tallies.repaired, &tallies.project})
    all.push_back(json(*tally));
  return all;
}

}  // namespace superwarp::reproduce
