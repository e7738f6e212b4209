// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/machine/log2.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/lower_bounds.h"
#include "tools/claims/claim.h"
#include "tools/claims/laboratory.h"

/// \file
/// Grids of runs, and the checks that most claims share: exact times, O(), growth, lower bounds,
/// slots of a figure.

namespace superwarp::reproduce {

using Widths = std::vector<std::uint32_t>;
using Sizes = std::vector<std::uint64_t>;

/// floor(log w), the super-warp paper's s; exact, as w is a power of two.
constexpr std::uint32_t log_width(std::uint32_t width) { return floor_log2(width); }

/// The papers' symbols for one run: whole numbers for exact times, real ones for bounds.
template <class Number>
struct Symbols {
  const Experiment& run;
  Number n = static_cast<Number>(run.elements());
  Number side = static_cast<Number>(run.size);  ///< sqrt(n), of a matrix
  Number w = run.machine.width;
  Number s = run.machine.super_warp;
  Number l = run.machine.hierarchy ? run.machine.hierarchy->latency : run.machine.latency;
  Number p = run.threads;
  Number lanes = s * w;
  Number log_n = ceil_log2(run.elements());
  Number T = 0;  ///< rounds, as the engine counted them
  Number C = 0;  ///< congestion, as the engine counted it
};
using Whole = Symbols<std::uint64_t>;
using Real = Symbols<double>;

/// ceil(n/p).
inline std::uint64_t passes(const Whole& o) { return (o.n + o.p - 1) / o.p; }
inline bool threads_divide(const Whole& o) { return o.n % o.p == 0; }
/// p <= n/w.
inline bool few_threads(const Whole& o) { return o.p <= o.n / o.w; }

/// n/w.
inline double bandwidth_term(const Real& o) { return o.n / o.w; }
/// nl/p.
inline double latency_term(const Real& o) { return o.n * o.l / o.p; }
/// n/w + nl/p.
inline double optimal(const Real& o) { return bandwidth_term(o) + latency_term(o); }
/// n + nl/p: one slot for each word.
inline double slot_a_word(const Real& o) { return o.n + latency_term(o); }

/// n/w, ceil(n/p) l and l log n, as far as they bound the workload's time
/// (sim/workload/lower_bounds.h).
workload::LowerBounds lower_bounds_of(const Real& o);
double largest_lower_bound(const Real& o);

/// Some runs; made only when a check asks for them.
using Runs = std::function<std::vector<Experiment>()>;
/// Whether a run is wanted.
using Accept = std::function<bool(const Whole&)>;

/// One run, by the RTL too up to width 32.
Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width, std::uint64_t size,
                  std::uint32_t threads, std::uint32_t latency);

/// The axes of a grid: one workload on one kind of machine.
struct Axes {
  MachineKind kind;
  std::string workload;
  Widths widths;
  std::function<Sizes(std::uint64_t width)> sizes;  ///< of a matrix: the sides
  Widths dispatches = {1, 4};                       ///< p / (s*w); only runs with p <= n
  Widths latencies = {1, 7, 50};
  std::function<Widths(std::uint32_t width)> super_warps = nullptr;  ///< s = 1 if empty
  std::vector<std::string> permutations = {""};                      ///< as --permutation
};

/// Every run of `axes` that `accept` (if any) takes.
Runs grid(const Axes& axes, const Accept& accept = nullptr);

/// The runs of the DMM, then those of the UMM.
Runs on_both(const std::function<Runs(MachineKind)>& runs);

Runs joined(const std::vector<Runs>& parts);

/// Each run in the rounds schedule, then each in the asynchronous one.
Runs in_both_schedules(const Runs& runs);

/// The workloads, widths, sizes, ... of `experiments`, and how many there are.
Figure grid_figure(const std::vector<Experiment>& experiments);

/// A time in time units. Lemma 1 needs T and C, which only the checks of exact times fill in.
using Formula = std::function<std::uint64_t(const Whole&)>;

/// Holds if model and RTL take exactly `formula` on every run; else fails with the first run that
/// differs. `note` is appended to the reason.
Check exact(const Runs& runs, const Formula& formula, const std::string& note = "");

/// A run's times on two machines, by one engine.
struct Rivals {
  const Measurement& first;  ///< of its T and BPRAM time
  std::uint64_t time, other;
};

/// Holds if `so` is true of every run and the same run on the `other` machine, by model and RTL.
/// `words` name the relation: "faster".
Check compared(const Runs& runs, const std::function<void(Machine&)>& other,
               const std::function<bool(const Rivals&)>& so, const std::string& words, const std::string& why);

/// A function of the symbols that times are divided by.
using Unit = std::function<double(const Real&)>;

/// Time is O(f) if time / f stays below a constant.
struct Bound {
  Unit f;
  double constant = 0;
  std::string why;  ///< how the constant follows from the algorithm's accesses
};

/// What is divided by a function of the symbols. The PRAM serves a round in one time unit, the
/// bandwidth-limited PRAM any w requests (DMM/UMM paper, Section II); the model counts their time
/// beside every run, and they have no RTL.
enum class Quantity : std::uint8_t { kTime, kCongestion, kPram, kBpram };

/// Holds if time / f is at most the constant on every run, by model and RTL.
Check bounded(const Runs& runs, const Bound& bound);

/// The same on the PRAM, f = n/p, or the BPRAM, f = n/w.
Check on_pram(const Runs& runs, Quantity pram, double constant, const std::string& why);

struct Range {
  double least = 1e300;
  double most = 0;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  /// Whether any value was added.
  explicit operator bool() const { return most > 0; }
  [[nodiscard]] Figure figure() const { return {{"least", least}, {"most", most}}; }
};

/// Time / f, or congestion / f, over some runs.
struct Ratios {
  Range model;
  Range rtl;
  std::optional<double> closed;  ///< the largest, where a closed form is exact
  Experiment worst;              ///< largest by the model
  Experiment closest;            ///< smallest by the model
};
Ratios ratios_of(Laboratory& laboratory, const std::vector<Experiment>& experiments, const Unit& f,
                 Quantity quantity = Quantity::kTime);

/// Holds if time / f, or congestion / f, is never below 1: f is a lower bound.
Check never_below(const Runs& runs, const Unit& f, const std::string& why, Quantity quantity = Quantity::kTime);

/// Runs that refute an O(): one symbol grows, and time / f grows with it without limit.
struct Series {
  std::string along;             ///< what grows: "w = 4, 8, .."
  std::vector<Experiment> runs;  ///< in that order
  Unit f;                        ///< claimed: time is O(f)
  Unit law;                      ///< derived: time / f is at least this
  std::string why;               ///< how `law` follows from the accesses
};

/// One run for each of `values`.
std::vector<Experiment> series(const Widths& values, Experiment (*run)(std::uint32_t value));

/// Fails if time / f and `law` grow at every step, to the double at least, and time / f is never
/// below `law`, by model and RTL. Else holds.
Check refuted_by(const Series& series);

/// Holds if refuted_by(series) fails: the claim says that time is no O(f).
Check confirmed_by(const Series& series);

/// Holds if `so` is true of the time and the congestion of every run, by model and RTL. `words`
/// name the condition: "full".
using Condition = std::function<bool(const Whole&, std::uint64_t time, std::uint64_t congestion)>;
Check all_are(const Runs& runs, const Condition& so, const std::string& words, const std::string& why);

/// One round in which each warp reads its addresses.
trace::TraceProgram one_round(const std::vector<std::vector<Address>>& warps);

/// Holds if model and RTL fill the slots of one round of `warps` on `machine` as `printed`: these
/// congestions one after the other, and their sum + latency - 1 time units. `note` is appended to
/// the reason.
Check picture(const std::vector<std::vector<Address>>& warps, const Machine& machine,
              const std::vector<std::uint32_t>& printed, const std::string& note = "");

}  // namespace superwarp::reproduce
