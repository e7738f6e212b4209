// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "model/machine/nearest_name.h"
#include "model/reference/mapping.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/files/input_file.h"
#include "sim/run/rtl_config.h"
#include "sim/trace/input_error.h"
#include "tools/attack/campaign.h"
#include "tools/attack/command/attack_report.h"

namespace superwarp::cli {
namespace {

constexpr std::uint64_t kMostLaunches = std::uint64_t{1} << 22U;

struct AttackOptions {
  MachineOptions machine;
  std::optional<std::uint64_t> warps;
  std::uint64_t blocks = 1;
  std::uint64_t neighbours = 0;
  std::string part = "last";
  std::string rekey = "never";
  std::string attacker = "mapping";
  double noise = 0;
  std::uint64_t keys = 30;
  std::uint64_t launches = 1024;
  std::uint64_t seed = 1;
  std::string times;
  std::optional<std::uint64_t> learn;
  std::string engines = "model";
  std::string json;
};

void add_options(AttackOptions& options, App& command) {
  options.machine.add_machine_to(command);
  const OptionGroup victim{command, "Victim"};
  victim("part", options.part, "part that is timed: last (only the last round) or whole").capture_default_str();
  victim("warps", options.warps,
         "warps of a thread block, 1 to 64; a thread encrypts 16 bytes (default: the super warp's)");
  victim("blocks", options.blocks, "thread blocks of a launch, each with tables of its own, 1 to 16")
      .capture_default_str();
  victim("neighbours", options.neighbours,
         "further thread blocks, whose ciphertexts the attacker does not see, 0 to 16")
      .capture_default_str();
  victim("rekey", options.rekey, "when the mapping's key is drawn: never (once) or launch").capture_default_str();
  victim("noise", options.noise, "standard deviation of noise on a time, in time units").capture_default_str();
  const OptionGroup attacker{command, "Attacker"};
  attacker("attacker", options.attacker,
           "what the attacker knows: mapping (the bank of every word), learned (the same, from own "
           "accesses), identity (assumes plain banks), rows (words of one row never conflict) or "
           "words (the number of distinct words)")
      .capture_default_str();
  attacker("keys", options.keys, "keys of AES that are attacked, 1 to 1000").capture_default_str();
  attacker("launches", options.launches, "launches that are timed for each key, 16 to 2^22").capture_default_str();
  attacker("times", options.times,
           "times of a GPU instead of a machine's: the output of examples/cuda/aes_tables.cu N SEED");
  attacker("learn", options.learn,
           "only learn the banks of this many rows, 1 to 16384, by the attacker's own accesses");
  command
      .add_option("--engine", options.engines, "model, or rtl,model: the RTL must take the same time for every launch")
      .capture_default_str();
  add_seed(command, options.seed);
  add_json(command, options.json);
}

/// The machine that is attacked or asked. What is predicted of it holds for banks of one port.
Machine victim_of(const AttackOptions& options) {
  Machine machine = options.machine.parse_one_memory();
  if (machine.ports > 1) {
    throw UsageError(fmt::format("--ports {}: an attack predicts banks with one port only, expected 1", machine.ports));
  }
  return machine;
}

attack::Campaign campaign_of(const AttackOptions& options) {
  attack::Campaign campaign;
  attack::Victim& victim = campaign.victim;
  victim.machine = victim_of(options);
  victim.warps = in_range("--warps", options.warps.value_or(victim.machine.super_warp), 1, 64);
  victim.blocks = in_range("--blocks", options.blocks, 1, 16);
  victim.neighbours = in_range("--neighbours", options.neighbours, 0, 16);
  victim.last_alone = known_name("--part", options.part, {"last", "whole"}) == "last";
  victim.new_keys = known_name("--rekey", options.rekey, {"never", "launch"}) == "launch";
  const auto has_key = [](const model::MappingInfo& info) { return info.key != model::KeyKind::kNone; };
  if (victim.new_keys && !has_key(model::mapping_info(victim.machine.mapping))) {
    throw UsageError(fmt::format("--rekey launch: the mapping {} has no key, expected --mapping {}",
                                 victim.machine.mapping, names_with(model::mappings(), has_key)));
  }
  constexpr double kMostNoise = 1e6;
  if (!(options.noise >= 0 && options.noise <= kMostNoise)) {
    throw UsageError(fmt::format("--noise {}: expected a number from 0 to {}", options.noise, kMostNoise));
  }
  victim.noise = options.noise;
  const auto& names = attack::knowledge_names();
  const std::string name = known_name("--attacker", options.attacker, names);
  campaign.knowledge = static_cast<attack::Knowledge>(std::find(names.begin(), names.end(), name) - names.begin());
  if (victim.new_keys && attack::knows_banks(campaign.knowledge))
    throw UsageError(
        fmt::format("--attacker {}: a key that is drawn for every launch is not known, expected identity, rows "
                    "or words",
                    name));
  campaign.keys = in_range("--keys", options.keys, 1, 1000);
  campaign.launches = in_range("--launches", options.launches, 16, kMostLaunches);
  campaign.seed = options.seed;
  return campaign;
}

std::vector<attack::MeasuredTimes> times_in(const std::string& path) {
  const std::string name = files::input_name(path);
  try {
    files::InputFile file(path);
    return attack::read_times(file, name);
  } catch (const trace::InputError&) {
    throw;
  } catch (const std::runtime_error& error) {  // of the file
    throw trace::InputError(name, 0, error.what());
  }
}

int attack_measured(const AttackOptions& options) {
  const std::vector<attack::MeasuredTimes> all = times_in(options.times);
  Progress progress("attack");
  std::vector<MeasuredAttack> attacks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (MeasuredAttack& one : attacks_on(all[i])) attacks.push_back(std::move(one));
    progress.update(static_cast<double>(i + 1) / static_cast<double>(all.size()));
  }
  if (options.json != "-") fmt::print("{}", measured_table(attacks));
  write_json(options.json, measured_json(attacks));
  return 0;
}

int learn_machine(const AttackOptions& options) {
  if (!options.times.empty()) throw UsageError("--learn: expected a machine, and --times has none; give one of them");
  Machine machine = victim_of(options);
  machine.rows = in_range("--learn", *options.learn, 1, 16384);
  machine.seed = options.seed;
  model::fit(machine, machine.rows * machine.bank_count());
  const attack::Learning learning = attack::learn(machine);
  if (options.json != "-") fmt::print("{}", learning_table(machine, learning));
  write_json(options.json, learning_json(machine, learning));
  return 0;
}

/// Compares times with those of the RTL.
attack::CheckTime rtl_check(RtlEngine& engine) {
  return [&engine](const Program& program, const Machine& machine, std::uint64_t time_units) {
    evaluate::EvaluationOptions options;
    options.waves_on_disagreement.clear();
    const evaluate::Evaluation found = engine.evaluator.evaluate(program, machine, options);
    if (!found.disagreement.empty() || found.rtl->time_units == time_units) return found.disagreement;
    return fmt::format("a launch takes {} time units on the RTL and {} in the model", found.rtl->time_units,
                       time_units);
  };
}

int attack_machine(const AttackOptions& options, const CommandLine& command_line) {
  attack::Campaign campaign = campaign_of(options);
  std::optional<RtlEngine> engine;
  if (chosen_engines(options.engines, {"rtl", "model"}).count("rtl") > 0) {
    if (const auto lacks = evaluate::rtl_lacks(campaign.victim.machine)) throw UsageError(*lacks);
    engine.emplace(sysc::RtlConfig());
    campaign.check = rtl_check(*engine);
  }
  Progress progress("attack");
  const attack::Outcome outcome = attack::run(campaign, [&](double share) { progress.update(share); });
  const std::optional<Expectation> expected = expectation_of(campaign);
  if (options.json != "-") fmt::print("{}", attack_table(campaign, outcome, expected));
  write_json(options.json, attack_json(campaign, outcome, expected));
  return outcome.disagreement.empty() ? 0 : report_disagreement(outcome.disagreement, command_line);
}

constexpr const char* kFooter =
    R"(The victim encrypts random blocks by tables in the memory (workload aes-tables); the attacker sees )"
    R"(ciphertexts and times.
For each byte of the last round's key the attacker predicts the lookups of all 256 guesses and takes the one that
correlates best.
Examples:
  superwarp attack --keys 4 --launches 512
  superwarp attack --machine rsdmm --attacker identity --keys 4 --launches 512
  superwarp attack --machine rsdmm --rekey launch --attacker rows --launches 262144 --keys 2
  superwarp attack --machine rsdmm --mapping h3 --learn 1024
  superwarp attack --neighbours 3 --keys 1 --launches 64 --engine rtl,model
  superwarp attack --times data/side-channel/h100.jsonl)";

Command add_attack(App& application, const CommandLine& command_line) {
  App* const app =
      application.add_subcommand("attack", "recover keys of AES from the times of its table lookups: launches needed");
  const auto options = std::make_shared<AttackOptions>();
  add_options(*options, *app);
  app->footer(kFooter);
  return {app,
          [app, options, command_line] {
            if (options->learn) {
              refuse_given(*app,
                           {"--part", "--warps", "--blocks", "--neighbours", "--rekey", "--noise", "--attacker",
                            "--keys", "--launches", "--engine"},
                           "--learn runs no attack");
              return learn_machine(*options);
            }
            return options->times.empty() ? attack_machine(*options, command_line) : attack_measured(*options);
          },
          needs_rtl()};
}

const AddCommand kAddAttack(120, add_attack);

}  // namespace
}  // namespace superwarp::cli
