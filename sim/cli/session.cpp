#include "sim/cli/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "sim/cli/progress.h"
#include "sim/cli/usage_error.h"
#include "sim/files/output_file.h"

namespace superwarp {
namespace {

std::string shell_quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string("-_./,=+:").find(static_cast<char>(c)) != std::string::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string repeat_command(const CommandLine& command_line, const std::string& waves) {
  std::string text;
  for (const std::string& word : command_line)
    text += (text.empty() ? "" : " ") + shell_quoted(word);
  const bool has_waves =
      std::any_of(command_line.begin(), command_line.end(),
                  [](const std::string& word) { return word.rfind("--waves", 0) == 0; });
  return has_waves || waves.empty() ? text : text + " --waves " + shell_quoted(waves);
}

}  // namespace

Evaluation evaluate_for(const MachineOptions& options, const Program& program,
                        const Machine& machine, std::optional<std::uint64_t> closed, bool record) {
  const Engines engines = options.parse_engines(machine);
  if (!engines.rtl && !engines.model && !closed) {
    throw UsageError(
        "--engine closed: there is no closed form of this on this machine; use --engine model");
  }
  Bench bench;
  RtlCache cache(RtlCache::default_dir(), [](const std::string& message) {
    fmt::print(stderr, "superwarp: {}\n", message);
  });
  Evaluator evaluator(bench, cache, options.rtl_config());
  Progress progress("simulating");
  EvaluationOptions evaluation;
  evaluation.engines = engines;
  evaluation.closed = closed;
  evaluation.record = record;
  evaluation.waves = options.waves;
  evaluation.progress = [&](double share) { progress.update(share); };
  return evaluator.evaluate(program, machine, evaluation);
}

int report(const Subject& subject, const Machine& machine, const Evaluation& evaluation,
           const std::string& json, const CommandLine& command_line) {
  if (!json.empty()) write_file(json, run_json(subject, machine, evaluation).dump(2) + "\n");
  if (json != "-") fmt::print("{}", run_table(subject, machine, evaluation));
  if (evaluation.agree()) return 0;
  fmt::print(stderr, "superwarp: the engines disagree: {}\n", evaluation.disagreement);
  if (!evaluation.waves.empty()) fmt::print(stderr, "  waveform: {}\n", evaluation.waves);
  fmt::print(stderr, "  again:    {}\n", repeat_command(command_line, evaluation.waves));
  return 1;
}

}  // namespace superwarp
