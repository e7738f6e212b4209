// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "language/program.h"
#include "sim/model/model.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::evaluate {

/// Which engines compute a run's time units.
struct Engines {
  bool rtl = true;     ///< the Verilated RTL on the SystemC bench
  bool model = true;   ///< the reference model
  bool closed = true;  ///< the closed form, where there is one
};

/// One program on one machine by several engines, compared.
struct Evaluation {
  std::optional<model::Totals> model;
  std::optional<tb::BenchResult> rtl;
  std::optional<std::uint64_t> closed;  ///< time units
  std::uint64_t words_checked = 0;      ///< of the memory after the run
  std::uint64_t words_wrong = 0;
  std::string disagreement;  ///< empty: all engines agree and the memory is right
  std::string waves;         ///< the waveform that was kept; empty: none

  [[nodiscard]] bool agree() const { return disagreement.empty(); }

  /// Did more than one engine run?
  [[nodiscard]] bool several() const {
    return int{rtl.has_value()} + int{model.has_value()} + int{closed.has_value()} > 1;
  }

  /// Was anything compared: engines, or the memory with what the program promises? (The RTL's bank
  /// events are checked for what is lawful even if not.)
  [[nodiscard]] bool compared() const { return several() || words_checked > 0; }

  /// Becomes what this evaluation and `next`, of a program that ran after it, amount to together:
  /// sums, the larger of the largest, the first disagreement with its waveform. Keeps neither
  /// memory nor records.
  void append(const Evaluation& next);
};

/// What an evaluation may be asked for besides.
struct EvaluationOptions {
  Engines engines;
  std::optional<std::uint64_t> closed;  ///< what the closed form says
  bool record = false;                  ///< bank events and dispatches, for pictures
  std::string waves;                    ///< FST of the run; empty: none unless engines disagree
  std::string waves_on_disagreement = "superwarp-disagreement.fst";  ///< empty: never
  /// Share of the RTL run that is done, 0 to 1, with filling the memory and reading it back.
  std::function<void(double)> progress;
};

/// Why the RTL cannot be this machine; nullopt if it can.
std::optional<std::string> rtl_lacks(const Machine& machine);

/// What `rtl` becomes for `machine`: of its shape, RPU, slot rule and mapping, with its rows.
sysc::RtlConfig rtl_config(const Machine& machine, sysc::RtlConfig rtl = {});

/// Where GTKWave's saved view of a waveform stands: beside it.
std::filesystem::path view_of(const std::filesystem::path& waves);

/// Runs programs by all engines. The bench and the cache must outlive it.
class Evaluator {
 public:
  Evaluator(tb::Bench& bench, sysc::RtlCache& cache, sysc::RtlConfig rtl = {})
      : bench_(bench), cache_(cache), rtl_(std::move(rtl)) {}

  /// Throws std::invalid_argument if machine and program do not fit, std::runtime_error if the RTL
  /// cannot be built.
  Evaluation evaluate(const Program& program, const Machine& machine,
                      const EvaluationOptions& options);

  /// The RTL's coalescer, of the same sources.
  std::shared_ptr<sysc::CoalescerUnit> coalescer() { return cache_.coalescer(rtl_.rtl_dir); }

 private:
  void run_rtl(const Program& program, const Machine& machine, const EvaluationOptions& options,
               Evaluation& evaluation);

  tb::Bench& bench_;
  sysc::RtlCache& cache_;
  sysc::RtlConfig rtl_;
};

}  // namespace superwarp::evaluate
