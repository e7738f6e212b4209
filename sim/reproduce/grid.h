// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "language/log2.h"
#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"

/// \file
/// Claims that are checked on many experiments: formulas that are exact, and asymptotic bounds.

namespace superwarp::reproduce {

using Widths = std::vector<std::uint32_t>;
using Sizes = std::vector<std::uint64_t>;

/// floor(log w): the super warp that the super-warp paper is about; w is a power of two, so it is
/// exact.
constexpr std::uint32_t log_width(std::uint32_t width) { return floor_log2(width); }

/// The symbols of the running times.
struct Symbols {
  std::uint64_t n, side, w, s, l, p;

  explicit Symbols(const Experiment& e)
      : n(e.elements()),
        side(e.size),
        w(e.machine.width),
        s(e.machine.super_warp),
        l(e.machine.latency),
        p(e.threads) {}

  [[nodiscard]] std::uint64_t passes() const { return (n + p - 1) / p; }
  [[nodiscard]] std::uint64_t lanes() const { return s * w; }
  /// n/w + nl/p.
  [[nodiscard]] double optimal() const {
    return static_cast<double>(n) / static_cast<double>(w) + latency_term();
  }
  /// nl/p.
  [[nodiscard]] double latency_term() const {
    return static_cast<double>(n * l) / static_cast<double>(p);
  }
  /// min(n, n sqrt(n) / (s w)).
  [[nodiscard]] double column_term() const {
    const auto all = static_cast<double>(n);
    return std::min(all, all * static_cast<double>(side) / static_cast<double>(lanes()));
  }
};

/// Whether p divides n.
bool threads_divide(const Experiment& e);

/// One run. The RTL takes part up to width 32.
Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width,
                  std::uint64_t size, std::uint32_t threads, std::uint32_t latency);

/// A grid of experiments with one workload on one kind of machine.
struct Axes {
  MachineKind kind;
  std::string workload;
  Widths widths;
  std::function<Sizes(std::uint32_t width)> sizes;  ///< for a width (matrix: the sides)
  Widths dispatches = {1, 4};                       ///< p / (s*w); only those with p <= n
  Widths latencies = {1, 7, 50};
  std::function<Widths(std::uint32_t width)> super_warps = nullptr;  ///< for a width; empty: 1
};

using Accept = std::function<bool(const Experiment&)>;

/// Every experiment of `axes` that `accept` (if any) takes.
std::vector<Experiment> grid(const Axes& axes, const Accept& accept = {});

/// What `runs` makes of the DMM, then of the UMM.
std::vector<Experiment> on_both(const std::function<std::vector<Experiment>(MachineKind)>& runs);

void append(std::vector<Experiment>& all, const std::vector<Experiment>& more);

/// Widths, sizes, latencies, ... that occur in `experiments`, and how many there are.
Figure grid_figure(const std::vector<Experiment>& experiments);

/// On how many experiments something is so, by each engine.
struct EngineTally {
  struct Count {
    std::uint64_t points = 0;
    std::uint64_t so = 0;
  };
  Count model;
  Count rtl;
  std::string why_not;  ///< of the first on which it is not so, the smallest of a grid
  Counterexample counterexample;

  /// `describe()`: what `experiment`, which was `measured`, shows.
  template <class Describe>
  void add(Count& engine, bool is_so, const Experiment& experiment, const Measurement& measured,
           Describe describe) {
    ++engine.points;
    if (is_so) ++engine.so;
    if (is_so || !why_not.empty()) return;
    why_not = describe();
    counterexample = shown_by(experiment, measured);
  }

  /// Holds if it is so on all `experiments`. `words` say what is so, `key` names it in the figures.
  [[nodiscard]] Finding finding(const std::vector<Experiment>& experiments, const char* words,
                                const char* key, const std::string& why) const;
};

/// What an engine counted of a run.
struct Counted {
  std::uint64_t rounds = 0;      ///< T
  std::uint64_t congestion = 0;  ///< C
};

/// Time units by formula, from the experiment and, for Lemma 1, from what was counted.
using Formula = std::function<std::uint64_t(const Experiment&, const Counted&)>;

/// Holds if model and RTL take exactly `formula` on every experiment; else fails with the first
/// experiment that differs. `note` goes behind the reason.
Finding check_exact(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Formula& formula, const char* note = "");

/// Something that times are held against.
using Unit = std::function<double(const Experiment&)>;

/// Time is O(f) if time / f stays below a constant.
struct Bound {
  Unit f;
  double constant = 0;
  std::string why;  ///< how the constant follows from the algorithm's accesses
};

/// Holds if time / f stays at most the constant on every experiment, by model and RTL.
Finding check_bound(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Bound& bound);

struct Range {
  double least = 1e300;
  double most = 0;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  /// Whether there is anything in it.
  explicit operator bool() const { return most > 0; }
  [[nodiscard]] Figure figure() const { return {{"least", least}, {"most", most}}; }
};

/// Time / f over a set of experiments.
struct Ratios {
  Range model;
  Range rtl;
  std::optional<double> closed;  ///< the largest, where a closed form is exact
  Experiment worst;              ///< where it is largest by the model
  Experiment closest;            ///< where it is smallest by the model
};
Ratios ratios_of(Laboratory& laboratory, const std::vector<Experiment>& experiments, const Unit& f);

/// Holds if time / f, `ratios` on `experiments`, is never below 1: f is a lower bound.
Finding never_below(const std::vector<Experiment>& experiments, const Ratios& ratios,
                    const std::string& why);

/// What shows an asymptotic claim false, time / bound that grows without limit: runs in which one
/// symbol grows, and the bound that is claimed for them.
struct Series {
  std::string along;             ///< what grows: "w = 4, 8, .."
  std::vector<Experiment> runs;  ///< in that order
  Unit f;                        ///< claimed: time is O(f)
  Unit law;                      ///< what time / f is at least, derived
  std::string why;               ///< how `law` follows from the accesses
};

/// Fails if time / f and `law` grow at every step, to the double at least, and time / f is never
/// below `law`: a law that grows without limit and that model and RTL keep. Else holds.
Finding check_growth(Laboratory& laboratory, const Series& series);

}  // namespace superwarp::reproduce
