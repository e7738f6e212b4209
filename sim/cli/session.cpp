// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "sim/cli/json.h"
#include "sim/cli/progress.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
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

Session::Session(const MachineOptions& options)
    : options_(options), waves_(options.waves), engine_(options.rtl_config()) {}

evaluate::Evaluation Session::evaluate(const Program& program, const Machine& machine,
                                       std::optional<std::uint64_t> closed, bool record) {
  const evaluate::Engines engines = options_.parse_engines(machine);
  if (!engines.rtl && !engines.model && !closed) {
    throw UsageError(
        "--engine closed: there is no closed form of this on this machine; use --engine model");
  }
  Progress progress("simulating");
  evaluate::EvaluationOptions evaluation;
  evaluation.engines = engines;
  evaluation.closed = closed;
  evaluation.record = record;
  evaluation.waves = waves_;
  evaluation.progress = [&](double share) { progress.update(share); };
  return engine_.evaluator.evaluate(program, machine, evaluation);
}

evaluate::Evaluation evaluate_for(const MachineOptions& options, const Program& program,
                                  const Machine& machine, std::optional<std::uint64_t> closed,
                                  bool record) {
  return Session(options).evaluate(program, machine, closed, record);
}

int report(const Subject& subject, const Machine& machine, const evaluate::Evaluation& evaluation,
           const std::string& json, const CommandLine& command_line, const Addition& more) {
  if (!json.empty()) {
    Json result = run_json(subject, machine, evaluation);
    result.update(more.json);
    write_json(json, result);
  }
  if (json != "-") fmt::print("{}{}", run_table(subject, machine, evaluation), more.table);
  if (evaluation.agree()) return 0;
  fmt::print(stderr, "superwarp: the engines disagree: {}\n", evaluation.disagreement);
  if (!evaluation.waves.empty()) fmt::print(stderr, "  waveform: {}\n", evaluation.waves);
  fmt::print(stderr, "  again:    {}\n", repeat_command(command_line, evaluation.waves));
  return 1;
}

}  // namespace superwarp::cli
