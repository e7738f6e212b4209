// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/memory_machines/runs.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::reproduce {
namespace {

/// Up to that of a GPU's global memory (Section I.B: 400 to 800).
Widths latencies() { return {1, 7, 50, 400}; }

}  // namespace

std::vector<Experiment> sequential_accesses(const std::string& workload, MachineKind kind) {
  const auto sizes = [](std::uint64_t w) { return Sizes{16 * w, 48 * w, 80 * w, 16 * w * w}; };
  return grid({kind, workload, {4, 8, 16, 32, 64, 128}, sizes, {1, 4, 16}, latencies()},
              threads_divide);
}

std::vector<Experiment> square_runs(const std::string& workload, MachineKind kind,
                                    const Accept& accept) {
  const auto sides = [](std::uint64_t w) {
    return w <= 16 ? Sizes{w, 2 * w, 4 * w, 8 * w} : Sizes{w, 2 * w, 4 * w};
  };
  return grid({kind, workload, {4, 8, 16, 32, 64}, sides, {1, 8, 64}, latencies()},
              [&](const Experiment& e) { return threads_divide(e) && (!accept || accept(e)); });
}

std::vector<Experiment> permuting_runs(const std::string& workload, MachineKind kind,
                                       const std::vector<std::string>& permutations) {
  const auto sizes = [](std::uint64_t w) { return Sizes{w * w, 4 * w * w, 16 * w * w}; };
  std::vector<Experiment> all;
  for (const std::string& permutation : permutations) {
    for (Experiment& e : grid({kind, workload, {4, 8, 16, 32, 64}, sizes, {1, 4, 64}, {1, 50, 400}},
                              threads_divide)) {
      e.permutation = permutation;
      all.push_back(std::move(e));
    }
  }
  return all;
}

bool few_threads(const Experiment& e) { return e.threads <= e.elements() / e.machine.width; }

double bandwidth_bound(const Experiment& e) {
  return static_cast<double>(e.elements()) / static_cast<double>(e.machine.width);
}

double stride_groups(const Experiment& e) {
  const auto n = static_cast<double>(e.elements());
  return std::min(n, bandwidth_bound(e) * n / static_cast<double>(e.threads));
}

double slot_a_word(const Experiment& e) {
  return static_cast<double>(e.elements()) + Symbols(e).latency_term();
}

double sum_of_lower_bounds(const Experiment& e) { return Symbols(e).optimal(); }

std::uint64_t pram_time(const Measurement& measurement, Pram pram) {
  return pram == Pram::kPram ? measurement.rounds : measurement.bpram;
}

Finding check_pram(Laboratory& laboratory, const std::vector<Experiment>& experiments, Pram pram,
                   double constant, const char* why) {
  double largest = 0;
  std::string worst;
  for (const Experiment& e : experiments) {
    const std::uint64_t at_once = pram == Pram::kPram ? e.threads : e.machine.width;
    const double f = static_cast<double>(e.elements()) / static_cast<double>(at_once);
    const double ratio = static_cast<double>(pram_time(laboratory.measure(e), pram)) / f;
    if (ratio > largest) worst = e.command();
    largest = std::max(largest, ratio);
  }
  Finding finding;
  finding.parameters = grid_figure(experiments);
  finding.parameters["constant"] = constant;
  finding.closed = {{"constant", constant}};
  finding.model = {{"largest_ratio", largest}};
  finding.figures = fmt::format("time/f <= {:.3f}, constant {:.2f}", largest, constant);
  finding.decide(
      largest <= constant,
      fmt::format("{}; counted by the model beside the run, there is no RTL of it; largest at: {}",
                  why, worst));
  return finding;
}

}  // namespace superwarp::reproduce
