// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/command/attack_report.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "tools/attack/campaign.h"

namespace superwarp::cli {
namespace {

std::string knowledge_name(attack::Knowledge knowledge) {
  return attack::knowledge_names()[static_cast<std::size_t>(knowledge)];
}

std::string or_more(const std::optional<std::uint32_t>& launches, std::uint32_t tried) {
  return launches ? std::to_string(*launches) : fmt::format("more than {}", tried);
}

std::string rounded(double launches) {
  return std::isfinite(launches) ? fmt::format("{:.0f}", launches) : "infinitely many";
}

}  // namespace

std::optional<Expectation> expectation_of(const attack::Campaign& campaign) {
  if (campaign.victim.machine.overlaps()) return std::nullopt;
  const attack::Part part = attack::part_of(campaign.victim, campaign.knowledge, campaign.seed);
  const double correlation = attack::expected_correlation(part, campaign.victim);
  if (campaign.knowledge == attack::Knowledge::kWords)  // alike for all guesses
    return Expectation{correlation, INFINITY};
  return Expectation{correlation, attack::expected_launches(correlation)};
}

std::string attack_table(const attack::Campaign& campaign, const attack::Outcome& outcome,
                         const std::optional<Expectation>& expected) {
  const attack::Victim& victim = campaign.victim;
  std::string others;
  if (victim.blocks > 1) others = " in " + draw::counted(victim.blocks, "thread block");
  if (victim.neighbours > 0) others += " beside " + draw::counted(victim.neighbours, "thread block") + " of others";
  std::string text = fmt::format(
      "{} on {} of super warp {} ({}{}), {} a launch{}\n"
      "attacker: {}; {} of AES, {} launches each\n\n",
      victim.last_alone ? "aes-last-round" : "aes-tables", machine_name(victim.machine.kind), victim.machine.super_warp,
      victim.machine.mapping, victim.new_keys ? ", a new key for every launch" : "",
      draw::counted(std::uint64_t{victim.blocks} * victim.warps, "warp"), others, knowledge_name(campaign.knowledge),
      draw::counted(campaign.keys, "key"), campaign.launches);
  if (outcome.own_accesses > 0)
    text += fmt::format("{} of the attacker's own reveal the banks of all words\n\n",
                        draw::counted(outcome.own_accesses, "access", "accesses"));
  draw::Table table({"launches:>8", "keys found:>13", "bytes of 16:>14.1f", "guessing entropy:>19.1f"});
  constexpr std::size_t kEvery = 4;  // a factor of 2
  for (std::size_t i = 0; i < outcome.after.size(); ++i) {
    if (i % kEvery != 0 && i + 1 != outcome.after.size()) continue;
    const attack::Success& success = outcome.after[i];
    table.add({success.launches, success.keys, success.bytes, success.guessing_entropy});
  }
  text += table.text() + fmt::format("\ncorrelation of a lookup and the time: {:.4f}", outcome.correlation);
  if (expected) text += fmt::format(", expected {:.4f}", expected->correlation);
  text += fmt::format("\nlaunches until half of the keys are found: {}", or_more(outcome.half, campaign.launches));
  if (outcome.half_low)
    text += fmt::format(" (95 %: {} to {})", *outcome.half_low, or_more(outcome.half_high, campaign.launches));
  if (expected) text += fmt::format(", expected {}", rounded(expected->launches));
  return text + "\n";
}

Json attack_json(const attack::Campaign& campaign, const attack::Outcome& outcome,
                 const std::optional<Expectation>& expected) {
  Json result = result_of("superwarp.attack/1");
  const attack::Victim& victim = campaign.victim;
  result["machine"] = machine_json(victim.machine);
  result["part"] = victim.last_alone ? "last" : "whole";
  result["warps"] = victim.warps;
  result["blocks"] = victim.blocks;
  result["neighbours"] = victim.neighbours;
  result["rekey"] = victim.new_keys ? "launch" : "never";
  result["noise"] = victim.noise;
  result["attacker"] = knowledge_name(campaign.knowledge);
  result["keys"] = campaign.keys;
  result["launches"] = campaign.launches;
  result["seed"] = campaign.seed;
  result["after"] = Json::array();
  for (const attack::Success& success : outcome.after) {
    result["after"].push_back({{"launches", success.launches},
                               {"keys_found", success.keys},
                               {"bytes_found", success.bytes},
                               {"guessing_entropy", success.guessing_entropy}});
  }
  result["own_accesses"] = outcome.own_accesses;
  result["correlation"] = outcome.correlation;
  result["launches_for_half"] = or_null(outcome.half);
  result["launches_for_half_low"] = or_null(outcome.half_low);
  result["launches_for_half_high"] = or_null(outcome.half_high);
  const bool finite = expected && std::isfinite(expected->launches);
  result["expected_correlation"] = expected ? Json(expected->correlation) : Json(nullptr);
  result["expected_launches"] = finite ? Json(expected->launches) : Json(nullptr);
  return result;
}

std::string learning_table(const Machine& machine, const attack::Learning& learning) {
  return fmt::format("{} on {}: {} of the attacker's own reveal the banks of {} words, {} wrong\n", machine.mapping,
                     draw::counted(machine.rows, "row"), draw::counted(learning.accesses, "access", "accesses"),
                     machine.rows * machine.bank_count(), learning.wrong);
}

Json learning_json(const Machine& machine, const attack::Learning& learning) {
  Json result = result_of("superwarp.attack/1");
  result["machine"] = machine_json(machine);
  result["own_accesses"] = learning.accesses;
  result["wrong"] = learning.wrong;
  return result;
}

std::vector<MeasuredAttack> attacks_on(attack::MeasuredTimes times) {
  const attack::Samples samples = attack::samples_of(times);
  times.cycles.clear();
  std::vector<std::uint32_t> after;
  for (double n = 64; n < samples.launches(); n *= std::sqrt(2.0)) after.push_back(static_cast<std::uint32_t>(n));
  after.push_back(samples.launches());
  std::vector<attack::Knowledge> who = {attack::Knowledge::kIdentity};
  if (times.tables == "shifted") who.push_back(attack::Knowledge::kMapping);
  if (times.tables == "shifted anew") who.push_back(attack::Knowledge::kRows);
  std::vector<MeasuredAttack> attacks;
  for (const attack::Knowledge knowledge : who) {
    MeasuredAttack found{times, samples.launches(), knowledge};
    for (const attack::Standing& standing : recover(samples, knowledge, samples.banks, 1, after)) {
      if (standing.bytes_found() < aes::kBytes)
        found.all_found_after.reset();
      else if (!found.all_found_after)
        found.all_found_after = standing.launches;
      found.last = standing;
    }
    attacks.push_back(std::move(found));
  }
  return attacks;
}

std::string measured_table(const std::vector<MeasuredAttack>& attacks) {
  draw::Table table({"timed:<8", "tables:<14", "warps:>5", "encryptions:>13", "attacker:  <9", "bytes of 16:>13",
                     "correlation:>13.4f", "all 16 from:>13"});
  for (const MeasuredAttack& one : attacks) {
    table.add({one.times.part, one.times.tables, one.times.warps, one.launches, knowledge_name(one.knowledge),
               one.last.bytes_found(), one.last.correlation,
               one.all_found_after ? std::to_string(*one.all_found_after) : "-"});
  }
  return table.text();
}

Json measured_json(const std::vector<MeasuredAttack>& attacks) {
  Json result = result_of("superwarp.attack/1");
  result["measured"] = Json::array();
  for (const MeasuredAttack& one : attacks) {
    result["measured"].push_back({{"part", one.times.part},
                                  {"tables", one.times.tables},
                                  {"warps", one.times.warps},
                                  {"seed", one.times.seed},
                                  {"encryptions", one.launches},
                                  {"attacker", knowledge_name(one.knowledge)},
                                  {"bytes_found", one.last.bytes_found()},
                                  {"correlation", one.last.correlation},
                                  {"all_found_after", or_null(one.all_found_after)}});
  }
  return result;
}

}  // namespace superwarp::cli
