// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/claims/grid.h"

/// \file
/// The runs that several claims share: the accesses of Section III, the transposes of Section IV,
/// the permutations of Sections V and VI.

namespace superwarp::reproduce {

/// Contiguous or stride access over n, p, l and w: p divides n, and gcd(n/p, w) takes every value
/// from 1 to w.
Runs sequential_accesses(const std::string& workload, MachineKind kind,
                         const Accept& accept = threads_divide);

/// A transpose with sides w, 2w, 4w, 8w, over p, l and w; p divides n.
Runs square_runs(const std::string& workload, MachineKind kind, const Accept& accept = nullptr);

/// A permuting workload on w^2, 4w^2 and 16w^2 words over p, l and w; p divides n. Each of
/// `permutations` (as --permutation) on every size.
Runs permuting_runs(const std::string& workload, MachineKind kind,
                    const std::vector<std::string>& permutations);

/// min(n, n/w * n/p): the slots of stride access on the UMM.
double stride_groups(const Real& o);

/// The machines without banks: the PRAM serves a round in one time unit, the bandwidth-limited PRAM
/// any w requests (DMM/UMM paper, Section II). The model counts their time beside every run; they
/// have no RTL.
enum class Pram : std::uint8_t { kPram, kBpram };

/// Holds if time / f is at most the constant on every run, by the model, for f = n/p on the PRAM
/// and n/w on the BPRAM.
Check on_pram(const Runs& runs, Pram pram, double constant, const std::string& why);

}  // namespace superwarp::reproduce
