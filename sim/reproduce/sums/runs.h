// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/reproduce/grid.h"

/// \file
/// The runs that the chapter's running times are checked on, and its bounds.

namespace superwarp::reproduce {

/// n/w + nl/p + l log n: Theorems 1, 2 and 3 without their O.
double sum_time(const Real& o);

/// The largest of n/w, ceil(n/p) l and l log n (sim/workload/lower_bounds.h).
double largest_lower_bound(const Real& o);

/// `workload` over n, p, l and w in both schedules: n from 2 to 2^log_most, p from w to n and one p
/// beyond n, l from 1 to 400, w from 4 to 128, so that every term of the running time is the
/// largest one somewhere. The RTL runs those of w <= 32 and n <= 2^log_rtl.
struct Extent {
  std::uint32_t log_most = 14;
  std::uint32_t log_rtl = 10;
};
Runs sum_runs(const std::string& workload, MachineKind kind, const Extent& extent);

}  // namespace superwarp::reproduce
