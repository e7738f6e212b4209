#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"

/// \file
/// Claims that are checked on many experiments: formulas that are exact, and asymptotic bounds.

namespace superwarp::reproduce {

/// A grid of experiments with one workload on one kind of machine.
struct Axes {
  MachineKind kind = MachineKind::kDmm;
  std::string workload;
  std::vector<std::uint32_t> widths;
  /// The super warps for a width; empty: 1.
  std::function<std::vector<std::uint32_t>(std::uint32_t width)> super_warps;
  /// The sizes for a width (matrix: the sides).
  std::function<std::vector<std::uint64_t>(std::uint32_t width)> sizes;
  std::vector<std::uint32_t> dispatches = {1, 4};  ///< p / (s*w); only those with p <= n
  std::vector<std::uint32_t> latencies = {1, 7, 50};
  std::uint32_t rtl_width = 32;  ///< the RTL runs up to this width
};

using Accept = std::function<bool(const Experiment&)>;

/// Every experiment of `axes` that `accept` (if any) takes.
std::vector<Experiment> grid(const Axes& axes, const Accept& accept = {});

/// Widths, sizes, latencies, ... that occur in `experiments`, and how many there are.
Figure grid_figure(const std::vector<Experiment>& experiments);

/// What an engine counted of a run.
struct Counted {
  std::uint64_t rounds = 0;      ///< T
  std::uint64_t congestion = 0;  ///< C
};

/// Time units by formula, from the experiment and, for Lemma 1, from what was counted.
using Formula = std::function<std::uint64_t(const Experiment&, const Counted&)>;

/// Holds if model and RTL take exactly `formula` on every experiment; else fails with the first
/// experiment that differs.
Finding check_exact(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Formula& formula);

/// Time is O(f) if time / f stays below a constant.
struct Bound {
  std::function<double(const Experiment&)> f;
  double constant = 0;
  std::string why;  ///< how the constant follows from the algorithm's accesses
};

/// Holds if time / f stays at most the constant on every experiment, by model and RTL.
Finding check_bound(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Bound& bound);

/// The largest time / f of a set of experiments.
struct Ratios {
  double model = 0;
  std::optional<double> rtl;
  std::optional<double> closed;  ///< where a closed form is exact
  Experiment worst;              ///< by the model
};
Ratios largest_ratios(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                      const std::function<double(const Experiment&)>& f);

}  // namespace superwarp::reproduce
