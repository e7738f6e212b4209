// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tools/claims/grid.h"

/// \file
/// The runs that several claims share: the accesses of Section III, the transposes of Section IV,
/// the permutations of Sections V and VI. p divides n. Latencies up to that of a GPU's global
/// memory (Section I.B: 400 to 800).

namespace superwarp::reproduce {

/// Contiguous or stride access over n, p, l and w: gcd(n/p, w) takes every value from 1 to w.
inline Runs sequential_accesses(const std::string& workload, MachineKind kind, const Accept& accept = threads_divide) {
  const auto sizes = [](std::uint64_t w) { return Sizes{16 * w, 48 * w, 80 * w, 16 * w * w}; };
  return grid({kind, workload, {4, 8, 16, 32, 64, 128}, sizes, {1, 4, 16}, {1, 7, 50, 400}}, accept);
}

/// A transpose with sides w, 2w, 4w, 8w, over p, l and w.
inline Runs square_runs(const std::string& workload, MachineKind kind, const Accept& accept = nullptr) {
  const auto sides = [](std::uint64_t w) { return w <= 16 ? Sizes{w, 2 * w, 4 * w, 8 * w} : Sizes{w, 2 * w, 4 * w}; };
  return grid({kind, workload, {4, 8, 16, 32, 64}, sides, {1, 8, 64}, {1, 7, 50, 400}},
              [accept](const Whole& o) { return threads_divide(o) && (!accept || accept(o)); });
}

/// A permuting workload on w^2, 4w^2 and 16w^2 words over p, l and w. Each of `permutations` (as
/// --permutation) on every size.
inline Runs permuting_runs(const std::string& workload, MachineKind kind,
                           const std::vector<std::string>& permutations) {
  const auto sizes = [](std::uint64_t w) { return Sizes{w * w, 4 * w * w, 16 * w * w}; };
  return grid({kind, workload, {4, 8, 16, 32, 64}, sizes, {1, 4, 64}, {1, 50, 400}, nullptr, permutations},
              threads_divide);
}

/// min(n, n/w * n/p): the slots of stride access on the UMM.
inline double stride_groups(const Real& o) { return std::min(o.n, bandwidth_term(o) * o.n / o.p); }

}  // namespace superwarp::reproduce
