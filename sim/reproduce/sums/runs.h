// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// The experiments that the chapter's running times are checked on, and the symbols in them.

namespace superwarp::reproduce {

/// n/w + nl/p.
double throughput_terms(const Experiment& e);

/// log n, the least m with 2^m >= n.
std::uint64_t log_size(const Experiment& e);

/// n/w + nl/p + l log n: Theorems 1, 2 and 3 without their O.
double optimal_time(const Experiment& e);

/// The largest of n/w, ceil(n/p) l and l log n (sim/workload/lower_bounds.h).
double largest_lower_bound(const Experiment& e);

/// `workload` over n, p, l and w in both schedules: n from 2 to 2^log_most, p from w to n and one p
/// beyond n, l from 1 to 400, w from 4 to 128, where every term of the running time is the largest
/// one somewhere. The RTL runs those of w <= 32 and n <= 2^log_rtl.
struct Extent {
  std::uint32_t log_most = 14;
  std::uint32_t log_rtl = 10;
};
std::vector<Experiment> sum_runs(const std::string& workload, MachineKind kind,
                                 const Extent& extent);

/// check_bound() on runs in both schedules, which the parameters then tell.
Finding check_scheduled(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                        const Bound& bound);

/// Adds every experiment again in the asynchronous schedule.
std::vector<Experiment> in_both_schedules(std::vector<Experiment> experiments);

}  // namespace superwarp::reproduce
