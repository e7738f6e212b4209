// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "sim/run/evaluation.h"
#include "sim/workload/workload.h"
#include "tb/bench.h"
#include "tools/claims/claim.h"
#include "tools/congestion/rekeying.h"

namespace superwarp::reproduce {

// Short names, as claims name the machines all the time.
inline constexpr MachineKind kDmm = MachineKind::kDmm;
inline constexpr MachineKind kUmm = MachineKind::kUmm;
inline constexpr MachineKind kSdmm = MachineKind::kSdmm;
inline constexpr MachineKind kRsdmm = MachineKind::kRsdmm;

/// A machine of this kind, an RSDMM with random shifts; rows and key are chosen to fit.
Machine machine_of(MachineKind kind, std::uint32_t width, std::uint32_t latency, std::uint32_t super_warp = 1);

/// `machine` with the rows and, if it has none, the key that fit `program`.
Machine fitted(Machine machine, const Program& program);

/// A workload on a machine, as the command `run` takes them.
struct Experiment {
  std::string workload;
  std::uint64_t size = 0;                                 ///< n, or the side sqrt(n) of a matrix
  std::uint32_t threads = 0;                              ///< p
  Machine machine;                                        ///< rows and key are chosen to fit
  bool rtl = true;                                        ///< run the RTL too, if there is one
  std::string permutation = {};                           ///< as --permutation; empty: the workload's default
  std::uint64_t taps = workload::WorkloadOptions().taps;  ///< as --taps

  /// The same as "superwarp run ..."; on the model alone if the RTL takes no part.
  [[nodiscard]] std::string command() const;
  /// n: the words of the problem.
  [[nodiscard]] std::uint64_t elements() const;
};

/// What the engines measured of one experiment.
struct Measurement {
  std::optional<std::uint64_t> closed;  ///< time units by formula, where one is exact
  std::uint64_t model = 0;              ///< time units
  std::optional<std::uint64_t> rtl;     ///< time units
  std::uint64_t rounds = 0;             ///< T; the time of a PRAM
  std::uint64_t bpram = 0;              ///< the time of a BPRAM, see Figures::bpram
  std::uint64_t congestion = 0;         ///< C, by the model
  std::optional<std::uint64_t> rtl_congestion;
};

/// `experiment` as a counterexample, with the time that the model measured.
Counterexample shown_by(const Experiment& experiment, const Measurement& measured);

/// A program under re-keyings, by both engines.
struct RekeyingStudy {
  congestion::RekeyingSample model;
  std::optional<congestion::RekeyingSample> rtl;
  std::uint64_t rounds = 0;  ///< T of the program
};

/// Runs all engines for the checks, on one bench. It keeps results, so that no run is done twice.
/// It notes disagreements between engines; the check goes on.
class Laboratory {
 public:
  struct Options {
    std::uint64_t seed = 1;
    unsigned jobs = 1;
    std::function<void(double)> progress;  ///< gets the share of the current check done, 0 to 1
  };

  /// `bench`, `cache` and `rtl` must outlive the laboratory.
  Laboratory(tb::Bench& bench, sysc::RtlCache& cache, const sysc::RtlConfig& rtl, Options options)
      : evaluator_(bench, cache, rtl), options_(std::move(options)) {}

  /// Runs every engine on `experiment`; the RTL if it exists and is asked for.
  const Measurement& measure(const Experiment& experiment);

  /// Runs model and RTL on `program`; `machine` gets rows and, if it has none, a key that fit.
  evaluate::Evaluation evaluate(const Program& program, Machine machine, bool record = false);

  /// Re-keyings 0 .. n - 1 of `program` by the model and, if `rtl`, by the RTL; their dispatches
  /// are compared one by one. The study is kept under `name`, which must identify program and
  /// machine.
  const RekeyingStudy& rekey(const std::string& name, const Program& program, Machine machine, std::uint64_t rekeyings,
                             bool rtl);

  /// The same for a workload by name.
  const RekeyingStudy& rekey(const Experiment& experiment, std::uint64_t rekeyings);

  [[nodiscard]] std::uint64_t seed() const { return options_.seed; }
  [[nodiscard]] unsigned jobs() const { return options_.jobs; }
  evaluate::Evaluator& evaluator() { return evaluator_; }

  /// Reports that `share` of the current check is done.
  void progress(double share) const {
    if (options_.progress) options_.progress(share);
  }

  /// Notes a disagreement: what differs, and the command that repeats it.
  void note_disagreement(const std::string& what) { disagreements_.push_back(what); }
  [[nodiscard]] const std::vector<std::string>& disagreements() const { return disagreements_; }

 private:
  evaluate::Evaluator evaluator_;
  Options options_;
  std::map<std::string, Measurement> measured_;
  std::map<std::string, RekeyingStudy> rekeyed_;
  std::vector<std::string> disagreements_;
};

}  // namespace superwarp::reproduce
