#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// The accesses of Section III, transposes of Section IV and permutations of Sections V and VI as
/// experiments, and the bounds that several claims share. The RTL takes part up to width 32.

namespace superwarp::reproduce {

/// One run.
Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width,
                  std::uint64_t size, std::uint32_t threads, std::uint32_t latency);

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

}  // namespace superwarp::reproduce
