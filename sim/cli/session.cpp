// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "sim/cli/json.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/files/command_words.h"
#include "sim/files/message.h"

namespace superwarp::cli {

sysc::RtlCache open_cache() {
  return sysc::RtlCache({}, [](const std::string& message) { files::message("superwarp: {}\n", message); });
}

RtlEngine::RtlEngine(const sysc::RtlConfig& rtl) : cache(open_cache()), evaluator(bench, cache, rtl) {}

Session::Session(const MachineOptions& options)
    : options_(options), waves_(options.waves), engine_(options.rtl_config()) {}

evaluate::Evaluation Session::evaluate(const Program& program, const Machine& machine,
                                       std::optional<std::uint64_t> closed, bool record) {
  const evaluate::Engines engines = options_.parse_engines(machine);
  if (!engines.rtl && !engines.model && !closed) {
    throw UsageError("--engine closed: there is no closed form of this on this machine; use --engine model");
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

int report_disagreement(const std::string& what, const CommandLine& command_line, const std::string& waves) {
  files::message("superwarp: the engines disagree: {}\n", what);
  if (!waves.empty()) files::message("  waveform: {}\n", waves);
  std::string command;
  for (const std::string& word : command_line) command += " " + files::quoted(word);
  const bool has_waves = std::any_of(command_line.begin(), command_line.end(),
                                     [](const std::string& word) { return word.rfind("--waves", 0) == 0; });
  if (!has_waves && !waves.empty()) command += " --waves " + files::quoted(waves);
  files::message("  again:   {}\n", command);
  return 1;
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
  return report_disagreement(evaluation.disagreement, command_line, evaluation.waves);
}

}  // namespace superwarp::cli
