// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/run/evaluation.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::cli {

/// The cache of compiled units. It announces compilations on standard error.
sysc::RtlCache open_cache();

/// The process's only bench, the cache of units and an evaluator that runs units on the bench.
struct RtlEngine {
  explicit RtlEngine(const sysc::RtlConfig& rtl);

  tb::Bench bench;
  sysc::RtlCache cache;
  evaluate::Evaluator evaluator;
};

/// Evaluates programs with the engines that the options ask for, and shows progress on standard
/// error. It owns the process's only bench, so a command makes one session.
class Session {
 public:
  explicit Session(const MachineOptions& options);

  /// Throws UsageError if none of the requested engines applies to `program`.
  evaluate::Evaluation evaluate(const Program& program, const Machine& machine, std::optional<std::uint64_t> closed,
                                bool record);

  /// Keeps no waveform of later evaluations, whatever the options say.
  void end_waves() { waves_.clear(); }

 private:
  const MachineOptions& options_;
  std::string waves_;
  RtlEngine engine_;
};

/// Prints to standard error that the engines disagree, and the command that repeats the run.
/// `waves` is the waveform that was kept; empty: none. Returns the exit status, 1.
int report_disagreement(const std::string& what, const CommandLine& command_line, const std::string& waves = "");

/// Prints the table of an evaluation and writes its JSON (`json` empty: table only; "-": JSON only,
/// to standard output). `more` is added to both. Reports a disagreement. Returns the exit status.
int report(const Subject& subject, const Machine& machine, const evaluate::Evaluation& evaluation,
           const std::string& json, const CommandLine& command_line, const Addition& more = {});

}  // namespace superwarp::cli
