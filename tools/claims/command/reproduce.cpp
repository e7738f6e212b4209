// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "tools/claims/claim.h"
#include "tools/claims/laboratory.h"

namespace superwarp::cli {
namespace {

struct ReproduceOptions {
  std::vector<std::string> ids;
  bool list = false;
  std::uint64_t seed = 1;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string json;
  std::string rtl_dir;
};

/// A claim and the result of its check.
struct Checked {
  reproduce::Claim claim;
  reproduce::Finding finding;
  double seconds = 0;  ///< duration of the check
};

bool fails(const Checked& checked) { return checked.finding.verdict == reproduce::Verdict::kFails; }

/// How serious the failure is; empty unless it fails.
std::string weight_of(const Checked& checked) {
  return fails(checked) ? name_in(reproduce::kWeights, checked.claim.weight) : "";
}

/// A run that shows the failure; empty unless it fails.
reproduce::Counterexample counterexample_of(const Checked& checked) {
  if (!fails(checked)) return {};
  if (!checked.claim.command.empty()) return {checked.claim.command, checked.claim.prints};
  reproduce::Counterexample found = checked.finding.counterexample;
  if (found.command.empty()) found.command = "superwarp reproduce " + checked.claim.id;
  return found;
}

Json claim_json(const Checked& checked) {
  const reproduce::Finding& f = checked.finding;
  const reproduce::Counterexample shown = counterexample_of(checked);
  return {{"id", checked.claim.id},
          {"ledger", name_in(reproduce::kLedgers, checked.claim.ledger)},
          {"source", checked.claim.source},
          {"claim", checked.claim.text},
          {"parameters", f.parameters},
          {"closed", f.closed},
          {"model", f.model},
          {"rtl", f.rtl},
          {"kind", name_in(reproduce::kKinds, checked.claim.kind)},
          {"verdict", name_in(reproduce::kVerdicts, f.verdict)},
          {"weight", or_null(weight_of(checked))},
          {"why", f.why},
          {"counterexample", or_null(shown.command)},
          {"counterexample_prints", or_null(shown.prints)},
          {"seconds", checked.seconds}};
}

/// What is wrong with a claim, or missing, and how to see it.
std::string reasons(const Checked& c) {
  constexpr std::size_t kIndent = 4;
  constexpr std::size_t kWidth = 110;
  const std::string weight = weight_of(c);
  std::string text =
      fmt::format("\n{}: {} ({}; {}{})\n", name_in(reproduce::kVerdicts, c.finding.verdict), c.claim.id, c.claim.source,
                  name_in(reproduce::kKinds, c.claim.kind), weight.empty() ? "" : ", " + weight);
  text += draw::wrapped("claimed: " + c.claim.text, kIndent, kWidth) +
          draw::wrapped("found:   " + c.finding.why, kIndent, kWidth);
  if (!fails(c)) return text;
  const reproduce::Counterexample shown = counterexample_of(c);
  return text + fmt::format("    shown:   {}\n", shown.command) +  // one line, for copying
         draw::wrapped("prints:  " + shown.prints, kIndent, kWidth);
}

/// Each ledger's heading.
constexpr std::array kHeadings = {
    "printed, as its author would put it:", "repaired, with the condition or the correction that makes it true:",
    "the project's own, on what the texts leave open:"};

/// `all` in ledgers, their tallies, then the reasons for what does not hold.
std::string table(const std::vector<Checked>& all, const reproduce::Tallies& tallies) {
  draw::Table rows({":<", ":  <11", ":  <"});
  const Checked* last = nullptr;
  for (const Checked& c : all) {
    if (last == nullptr || last->claim.ledger != c.claim.ledger) rows.add({}, name_in(kHeadings, c.claim.ledger));
    last = &c;
    rows.add({c.claim.id, name_in(reproduce::kVerdicts, c.finding.verdict), c.finding.figures});
  }
  std::string text = rows.text() + "\n" + tallies.table();
  for (const Checked& c : all)
    if (c.finding.verdict != reproduce::Verdict::kHolds) text += reasons(c);
  return text;
}

/// A claim stays unchecked if the engines disagree.
Checked check(const reproduce::Claim& claim, reproduce::Laboratory& laboratory) {
  const std::size_t known = laboratory.disagreements().size();
  const auto start = std::chrono::steady_clock::now();
  reproduce::Finding finding = claim.check(laboratory);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (laboratory.disagreements().size() > known) {
    finding.verdict = reproduce::Verdict::kNotChecked;
    finding.why = "the engines disagree: " + laboratory.disagreements()[known];
  }
  return {claim, std::move(finding), seconds.count()};
}

/// Prints the first disagreements and the command that repeats them. Returns the exit status.
int report_disagreements(const std::vector<std::string>& disagreements, const CommandLine& command_line) {
  if (disagreements.empty()) return 0;
  constexpr std::size_t kShown = 3;
  const auto end = disagreements.begin() + std::min(kShown, disagreements.size());
  std::string shown = fmt::format("{}", fmt::join(disagreements.begin(), end, "\n  "));
  if (disagreements.size() > kShown)
    shown += fmt::format("\n  and {} more disagreements", disagreements.size() - kShown);
  return report_disagreement(shown, command_line);
}

int list_claims(const std::vector<reproduce::Claim>& chosen) {
  for (const reproduce::Claim& claim : chosen)
    fmt::print("{:<40} {}: {}{}\n", claim.id, claim.source, claim.text,
               claim.only_by_name ? " (checked only by its whole name)" : "");
  return 0;
}

int reproduce(const ReproduceOptions& options, const CommandLine& command_line) {
  const bool everything = options.list && options.ids.empty();
  const std::vector<reproduce::Claim> chosen =
      everything ? reproduce::claims_by_ledger() : reproduce::claims_named(options.ids);
  if (options.list && !options.json.empty())
    throw UsageError("--list: it checks nothing, so there is no result for --json");
  if (options.list) return list_claims(chosen);
  const unsigned jobs = in_range("--jobs", options.jobs, 1, 1024);

  double all = 0;
  for (const reproduce::Claim& claim : chosen) all += claim.seconds;
  double before = 0;
  double current = 0;
  Progress progress("reproduce");
  sysc::RtlConfig rtl;
  rtl.rtl_dir = options.rtl_dir;
  RtlEngine engine(rtl);
  engine.bench.check_in_second_thread(jobs > 1);
  reproduce::Laboratory laboratory(
      engine.bench, engine.cache, rtl,
      {options.seed, jobs, [&](double share) { progress.update((before + share * current) / all); }});
  std::vector<Checked> checked;
  reproduce::Tallies tallies;
  for (const reproduce::Claim& claim : chosen) {
    current = claim.seconds;
    checked.push_back(check(claim, laboratory));
    tallies.add(claim, checked.back().finding.verdict);
    before += current;
    progress.update(before / all);
  }

  if (options.json != "-") fmt::print("{}", table(checked, tallies));
  Json json = result_of("superwarp.reproduce/3");
  json["seed"] = options.seed;
  json["tally"] = tallies.json();
  json["claims"] = Json::array();
  for (const Checked& c : checked) json["claims"].push_back(claim_json(c));
  json["disagreements"] = laboratory.disagreements();
  write_json(options.json, json);
  return report_disagreements(laboratory.disagreements(), command_line);
}

constexpr const char* kReproduceFooter =
    R"(A claim that fails as printed is a finding and not an error; exit status 1 means that engines disagree.
Claims are in three ledgers: printed claims, repaired ones, and the project's own. Some take minutes and are checked )"
    R"(only
if you give their whole name (--list). Random claims are checked with --seed at 4 standard errors, on the RSDMM over 200
re-keyings.
Examples:
  superwarp reproduce
  superwarp reproduce super-warp.theorem-3 rsdmm --json claims.json
  superwarp reproduce super-warp.any-access.full-super-warp
  superwarp reproduce super-warp.any-access.same-requests)";

Command add_reproduce(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand(
      "reproduce", "check the papers' claims, figures and tables by closed form, model and RTL");
  const auto options = std::make_shared<ReproduceOptions>();
  app->add_option("id", options->ids,
                  "only claims whose name begins so, as in 'super-warp.theorem-3' (default: every claim)");
  app->add_flag("--list", options->list, "list the claims without checking them");
  add_seed(*app, options->seed);
  app->add_option("--jobs", options->jobs, "threads of the model's simulations; they do not change results")
      .capture_default_str();
  add_rtl(*app, options->rtl_dir);
  add_json(*app, options->json);
  app->footer(kReproduceFooter);
  return {app, [options, command_line] { return reproduce(*options, command_line); }, needs_rtl()};
}

const AddCommand kAddReproduce(100, add_reproduce);

}  // namespace
}  // namespace superwarp::cli
