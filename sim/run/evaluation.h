// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/machine/program.h"
#include "model/reference/model.h"
#include "sim/run/rtl_config.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::evaluate {

/// The engines that compute the time units of a run.
struct Engines {
  bool rtl = true;     ///< the Verilated RTL on the SystemC bench
  bool model = true;   ///< the reference model
  bool closed = true;  ///< the closed form, where there is one
};

/// One program on one machine, evaluated by several engines and compared.
struct Evaluation {
  std::optional<Figures> model;
  std::optional<tb::BenchResult> rtl;
  std::optional<std::uint64_t> closed;  ///< time units
  std::uint64_t words_checked = 0;      ///< in memory, after the run
  std::uint64_t words_wrong = 0;
  std::string disagreement;  ///< empty: all engines agree and the memory is right
  std::string waves;         ///< the waveform that was kept; empty: none

  /// From the RTL if it ran, else from the model; nullopt if neither did.
  [[nodiscard]] std::optional<Figures> figures() const;
  /// `figure`, if an engine that counts it ran.
  [[nodiscard]] std::optional<std::uint64_t> value_of(const Figure& figure) const;

  [[nodiscard]] bool agree() const { return disagreement.empty(); }

  /// Did more than one engine run?
  [[nodiscard]] bool several() const {
    return int{rtl.has_value()} + int{model.has_value()} + int{closed.has_value()} > 1;
  }

  /// Was anything compared: engines with each other, or the memory with what the program promises?
  /// The RTL's bank events are checked in any case.
  [[nodiscard]] bool compared() const { return several() || words_checked > 0; }

  /// Adds `next`, the evaluation of a program that ran afterwards: sums counts, keeps the larger
  /// maximum and the first disagreement with its waveform. Drops memory and records.
  void append(const Evaluation& next);
};

/// Options of an evaluation.
struct EvaluationOptions {
  Engines engines;
  std::optional<std::uint64_t> closed;  ///< time units by the closed form
  bool record = false;                  ///< keep bank events and dispatches, for pictures
  std::string waves;                    ///< FST file of the run; empty: only if engines disagree
  std::string waves_on_disagreement = "superwarp-disagreement.fst";  ///< empty: never
  /// Called with the share done of the RTL run, 0 to 1, which includes filling the memory and
  /// reading it back.
  std::function<void(double)> progress;
};

/// The file of GTKWave's saved view, beside the waveform.
std::filesystem::path view_of(const std::filesystem::path& waves);

/// Runs programs with all engines. The bench and the cache must outlive it.
class Evaluator {
 public:
  Evaluator(tb::Bench& bench, sysc::RtlCache& cache, sysc::RtlConfig rtl = {})
      : bench_(bench), cache_(cache), rtl_(std::move(rtl)) {}

  /// Throws std::invalid_argument if program and machine do not match, std::runtime_error if the
  /// RTL cannot be built.
  Evaluation evaluate(const Program& program, const Machine& machine, const EvaluationOptions& options);

  /// The coalescer of the same RTL sources.
  std::shared_ptr<sysc::CoalescerUnit> coalescer() { return cache_.coalescer(rtl_.rtl_dir); }

 private:
  void run_rtl(const Program& program, const Machine& machine, const EvaluationOptions& options,
               Evaluation& evaluation);

  tb::Bench& bench_;
  sysc::RtlCache& cache_;
  sysc::RtlConfig rtl_;
};

}  // namespace superwarp::evaluate
