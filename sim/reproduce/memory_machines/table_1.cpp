// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "sim/reproduce/grid.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

using Check = std::function<Finding(Laboratory&)>;

Check on_pram(const char* workload, Pram pram) {
  return [=](Laboratory& laboratory) {
    return check_pram(laboratory, sequential_accesses(workload, MachineKind::kDmm), pram, 1,
                      pram == Pram::kPram ? "n/p rounds, one time unit each"
                                          : "n/p rounds of p requests: p/w time units each");
  };
}

Check bounded(const char* workload, MachineKind kind, const Bound& bound) {
  return [=](Laboratory& laboratory) {
    return check_bound(laboratory, sequential_accesses(workload, kind), bound);
  };
}

Bound contiguous_bound() {
  return {sum_of_lower_bounds, 1,
          "n/w + (l-1)n/p exactly, less than the sum of the lower bounds n/w and nl/p"};
}

Bound stride_dmm_bound() {
  return {[](const Experiment& e) {
            const Symbols o(e);
            return bandwidth_bound(e) * static_cast<double>(std::gcd(o.n / o.p, o.w)) +
                   o.latency_term();
          },
          1, "G n/w + (l-1)n/p exactly"};
}

Bound stride_umm_bound() {
  return {[](const Experiment& e) { return stride_groups(e) + Symbols(e).latency_term(); }, 1,
          "min(n/p, w) n/w + (l-1)n/p exactly"};
}

/// Programs of every kind; the UMM is given its own run of each.
std::vector<Experiment> programs() {
  std::vector<Experiment> all;
  for (const char* workload :
       {"contiguous", "stride", "random", "all-same-bank", "all-same-address", "permutation",
        "column-major", "transpose-straightforward", "transpose-diagonal-workspace"}) {
    append(all, grid({MachineKind::kDmm, workload, {4, 8, 16, 32}, [](std::uint64_t w) {
                        return Sizes{2 * w, 5 * w + 3};
                      }}));
  }
  return all;
}

/// PRAM <= BPRAM <= DMM <= UMM, time by time.
Finding power_order(Laboratory& laboratory) {
  const std::vector<Experiment> runs = programs();
  EngineTally tally;
  for (const Experiment& e : runs) {
    Experiment unified = e;
    unified.machine.kind = MachineKind::kUmm;
    const Measurement dmm = laboratory.measure(e);
    const Measurement& umm = laboratory.measure(unified);
    const auto not_so = [&] { return "not in order: " + e.command(); };
    tally.add(tally.model,
              dmm.rounds <= dmm.bpram && dmm.bpram <= dmm.model && dmm.model <= umm.model, e, dmm,
              not_so);
    if (dmm.rtl && umm.rtl)
      tally.add(tally.rtl, dmm.bpram <= *dmm.rtl && *dmm.rtl <= *umm.rtl, e, dmm, not_so);
  }
  return tally.finding(runs, "in order", "in_order",
                       "the same program on all four: a slot of the UMM is a slot of the DMM, "
                       "which serves at most w requests of different addresses");
}

}  // namespace

std::vector<Claim> memory_machines_table_1_claims() {
  const std::string source = memory_machines_source("Theorem 1, Table 1");
  return {
      {"memory-machines.power-order", memory_machines_source("Section I.B"),
       "the BPRAM is less powerful than the PRAM and more than DMM and UMM; the UMM is less "
       "powerful than the DMM",
       power_order, 3},
      {"memory-machines.theorem-1.contiguous.pram", source,
       "contiguous access in O(n/p) on the PRAM", on_pram("contiguous", Pram::kPram)},
      {"memory-machines.theorem-1.contiguous.bpram", source,
       "contiguous access in O(n/w) on the BPRAM", on_pram("contiguous", Pram::kBpram)},
      {"memory-machines.theorem-1.contiguous.dmm", source,
       "contiguous access in O(n/w + nl/p) on the DMM",
       bounded("contiguous", MachineKind::kDmm, contiguous_bound())},
      {"memory-machines.theorem-1.contiguous.umm", source,
       "contiguous access in O(n/w + nl/p) on the UMM",
       bounded("contiguous", MachineKind::kUmm, contiguous_bound())},
      {"memory-machines.theorem-1.stride.pram", source, "stride access in O(n/p) on the PRAM",
       on_pram("stride", Pram::kPram)},
      {"memory-machines.theorem-1.stride.bpram", source, "stride access in O(n/w) on the BPRAM",
       on_pram("stride", Pram::kBpram)},
      {"memory-machines.theorem-1.stride.dmm", source,
       "stride access in O(n/w G + nl/p) on the DMM, G = gcd(n/p, w)",
       bounded("stride", MachineKind::kDmm, stride_dmm_bound())},
      {"memory-machines.theorem-1.stride.umm", source,
       "stride access in O(min(n, n/w n/p) + nl/p) on the UMM",
       bounded("stride", MachineKind::kUmm, stride_umm_bound())},
  };
}

}  // namespace superwarp::reproduce
