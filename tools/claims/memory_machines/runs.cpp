// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/memory_machines/runs.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::reproduce {
namespace {

/// Up to that of a GPU's global memory (Section I.B: 400 to 800).
Widths latencies() { return {1, 7, 50, 400}; }

}  // namespace

Runs sequential_accesses(const std::string& workload, MachineKind kind, const Accept& accept) {
  const auto sizes = [](std::uint64_t w) { return Sizes{16 * w, 48 * w, 80 * w, 16 * w * w}; };
  return grid({kind, workload, {4, 8, 16, 32, 64, 128}, sizes, {1, 4, 16}, latencies()}, accept);
}

Runs square_runs(const std::string& workload, MachineKind kind, const Accept& accept) {
  const auto sides = [](std::uint64_t w) {
    return w <= 16 ? Sizes{w, 2 * w, 4 * w, 8 * w} : Sizes{w, 2 * w, 4 * w};
  };
  return grid({kind, workload, {4, 8, 16, 32, 64}, sides, {1, 8, 64}, latencies()},
              [accept](const Whole& o) { return threads_divide(o) && (!accept || accept(o)); });
}

Runs permuting_runs(const std::string& workload, MachineKind kind,
                    const std::vector<std::string>& permutations) {
  const auto sizes = [](std::uint64_t w) { return Sizes{w * w, 4 * w * w, 16 * w * w}; };
  return grid(
      {kind, workload, {4, 8, 16, 32, 64}, sizes, {1, 4, 64}, {1, 50, 400}, nullptr, permutations},
      threads_divide);
}

double stride_groups(const Real& o) { return std::min(o.n, bandwidth_term(o) * o.n / o.p); }

Check on_pram(const Runs& runs, Pram pram, double constant, const std::string& why) {
  return [=](Laboratory& laboratory) {
    double largest = 0;
    std::string worst;
    const std::vector<Experiment> experiments = runs();
    for (const Experiment& e : experiments) {
      const Real o{e};
      const Measurement& m = laboratory.measure(e);
      const double ratio = pram == Pram::kPram ? static_cast<double>(m.rounds) / (o.n / o.p)
                                               : static_cast<double>(m.bpram) / (o.n / o.w);
      if (ratio > largest) worst = e.command();
      largest = std::max(largest, ratio);
    }
    Finding finding = {
        grid_figure(experiments),
        {{"constant", constant}},
        {{"largest_ratio", largest}},
        {},
        fmt::format("time/f <= {:.3f}, constant {:.2f}", largest, constant),
        holds_if(largest <= constant),
        fmt::format("{}; counted by the model beside the run, as there is no RTL; largest at: {}",
                    why, worst)};
    finding.parameters["constant"] = constant;
    return finding;
  };
}

}  // namespace superwarp::reproduce
