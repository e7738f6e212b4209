// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// The accesses of Section III, transposes of Section IV and permutations of Sections V and VI as
/// experiments, and the bounds that several claims share. The RTL takes part up to width 32.

namespace superwarp::reproduce {

/// Contiguous or stride access over n, p, l and w: p divides n, and gcd(n/p, w) is everything from
/// 1 to w.
std::vector<Experiment> sequential_accesses(const std::string& workload, MachineKind kind);

/// A transpose with sides w, 2w, 4w, 8w, over p, l and w; p divides n.
std::vector<Experiment> square_runs(const std::string& workload, MachineKind kind,
                                    const Accept& accept = {});

/// A permuting workload on w^2, 4w^2 and 16w^2 words over p, l and w; p divides n. Each of
/// `permutations` (named_permutations()) on every size.
std::vector<Experiment> permuting_runs(const std::string& workload, MachineKind kind,
                                       const std::vector<std::string>& permutations);

/// p <= n/w.
bool few_threads(const Experiment& e);

/// n/w.
double bandwidth_bound(const Experiment& e);
/// min(n, n/w * n/p): the slots of stride access on the UMM.
double stride_groups(const Experiment& e);
/// n + nl/p: a slot a word.
double slot_a_word(const Experiment& e);
/// n/w + nl/p.
double sum_of_lower_bounds(const Experiment& e);

/// The machines without banks: the PRAM serves a round in one time unit, the bandwidth-limited PRAM
/// any w requests (DMM/UMM paper, Section II). The model counts them beside every run; there is no
/// RTL of them.
enum class Pram : std::uint8_t { kPram, kBpram };

/// Time units of a PRAM or BPRAM.
std::uint64_t pram_time(const Measurement& measurement, Pram pram);

/// Holds if time / f stays at most the constant on every experiment, by the model, for f = n/p on
/// the PRAM and n/w on the BPRAM.
Finding check_pram(Laboratory& laboratory, const std::vector<Experiment>& experiments, Pram pram,
                   double constant, const char* why);

}  // namespace superwarp::reproduce
