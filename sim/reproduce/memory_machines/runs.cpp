#include "sim/reproduce/memory_machines/runs.h"

#include <algorithm>

#include "sim/reproduce/super_warp/super_warps.h"

namespace superwarp::reproduce {
namespace {

/// Up to that of a GPU's global memory (Section I.B: 400 to 800).
std::vector<std::uint32_t> latencies() { return {1, 7, 50, 400}; }

bool threads_divide(const Experiment& e) { return e.elements() % e.threads == 0; }

}  // namespace

Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width,
                  std::uint64_t size, std::uint32_t threads, std::uint32_t latency) {
  Experiment e;
  e.workload = workload;
  e.size = size;
  e.threads = threads;
  e.machine.kind = kind;
  e.machine.width = width;
  e.machine.latency = latency;
  e.rtl = width <= 32;
  return e;
}

std::vector<Experiment> sequential_accesses(const std::string& workload, MachineKind kind) {
  Axes axes;
  axes.kind = kind;
  axes.workload = workload;
  axes.widths = {4, 8, 16, 32, 64, 128};
  axes.sizes = [](std::uint64_t w) {
    return std::vector<std::uint64_t>{16 * w, 48 * w, 80 * w, 16 * w * w};
  };
  axes.dispatches = {1, 4, 16};
  axes.latencies = latencies();
  return grid(axes, threads_divide);
}

std::vector<Experiment> square_runs(const std::string& workload, MachineKind kind,
                                    const Accept& accept) {
  Axes axes;
  axes.kind = kind;
  axes.workload = workload;
  axes.widths = {4, 8, 16, 32, 64};
  axes.sizes = [](std::uint64_t w) {
    std::vector<std::uint64_t> sides = {w, 2 * w, 4 * w};
    if (w <= 16) sides.push_back(8 * w);
    return sides;
  };
  axes.dispatches = {1, 8, 64};
  axes.latencies = latencies();
  return grid(axes,
              [&](const Experiment& e) { return threads_divide(e) && (!accept || accept(e)); });
}

std::vector<Experiment> permuting_runs(const std::string& workload, MachineKind kind,
                                       const std::vector<std::string>& permutations) {
  Axes axes;
  axes.kind = kind;
  axes.workload = workload;
  axes.widths = {4, 8, 16, 32, 64};
  axes.sizes = [](std::uint64_t w) {
    return std::vector<std::uint64_t>{w * w, 4 * w * w, 16 * w * w};
  };
  axes.dispatches = {1, 4, 64};
  axes.latencies = {1, 50, 400};
  std::vector<Experiment> all;
  for (const std::string& permutation : permutations) {
    for (Experiment& e : grid(axes, threads_divide)) {
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

}  // namespace superwarp::reproduce
