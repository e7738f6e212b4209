// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/workload_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/nearest_name.h"
#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"

namespace superwarp::cli {

void WorkloadChoice::add_to(App& command, bool required) {
  const std::string group = "Workload";
  command.add_option("--workload", name, "see 'superwarp list'").required(required).group(group);
  command.add_option("--size", size, "n: words of the problem; for matrices the side, sqrt(n)")
      .required(required)
      .group(group);
  command.add_option("--threads", threads, "p: a multiple of super warp * width (default: about 1024)").group(group);
  command.add_option("--write-percent", write_percent, "random only: percentage of the dispatches that write, 0 to 100")
      .capture_default_str()
      .group(group);
  command
      .add_option("--taps", taps,
                  fmt::format("hmm-convolution only: m, coefficients of the filter (default {})",
                              workload::WorkloadOptions().taps))
      .group(group);
  const std::vector<std::string> names = names_of(permutation::named_permutations());
  command
      .add_option("--permutation", permutation,
                  fmt::format("permute-..., hmm-permutation only: {}; or a file with the n places "
                              "to which words 0, "
                              "1, ... move, one per line (default: {})",
                              fmt::join(names, ", "), names.front()))
      .group(group);
}

namespace {

/// The workload called `name`. Throws UsageError if there is none for `machine`.
workload::WorkloadInfo known_workload(const std::string& name, const Machine& machine) {
  const std::vector<workload::WorkloadInfo>& fitting =
      machine.hierarchy ? workload::hierarchical_workloads() : workload::workloads();
  const std::vector<workload::WorkloadInfo>& others =
      machine.hierarchy ? workload::workloads() : workload::hierarchical_workloads();
  for (const workload::WorkloadInfo& one : fitting)
    if (one.name == name) return one;
  std::vector<std::string> all = names_of(fitting);
  for (const workload::WorkloadInfo& other : others) all.push_back(other.name);
  const std::string known = known_name("workload", name, all);
  for (const workload::WorkloadInfo& other : others) {
    if (other.name != known) continue;
    throw UsageError(machine.hierarchy
                         ? fmt::format("--workload {}: it has one memory; workloads for several multiprocessors: {}",
                                       known, fmt::join(names_of(fitting), ", "))
                         : fmt::format("--workload {}: it needs a global memory, expected --machine hmm", known));
  }
  return workload::workload_info(known);
}

}  // namespace

void WorkloadChoice::require_known(const Machine& machine) const { known_workload(name, machine); }

std::unique_ptr<Program> WorkloadChoice::make(const Machine& machine) const {
  workload::WorkloadOptions options;
  options.size = size.value_or(0);
  options.width = machine.width;
  options.banks = machine.banks;
  options.super_warp = machine.super_warp;
  options.seed = machine.seed;
  options.permutation = permutation;
  options.write_percent = in_range("--write-percent", write_percent, 0, 100);
  if (taps) options.taps = *taps;
  options.multiprocessors = machine.multiprocessors();
  const std::string known = known_workload(name, machine).name;
  const std::uint64_t lanes = std::uint64_t{machine.lanes()} * machine.multiprocessors();
  const std::uint64_t p = threads.value_or(workload::usual_threads(lanes));
  constexpr std::uint64_t kMostThreads = 1U << 24U;
  if (p < 1 || p > kMostThreads || p % lanes != 0) {
    const std::uint64_t nearest =
        std::clamp((std::min(p, kMostThreads) + lanes / 2) / lanes * lanes, lanes, kMostThreads / lanes * lanes);
    throw UsageError(
        fmt::format("--threads {}: expected a multiple of {}super warp * width = {}, at most {}; "
                    "the nearest is {}",
                    p, machine.hierarchy ? "multiprocessors * " : "", lanes, kMostThreads, nearest));
  }
  options.threads = static_cast<std::uint32_t>(p);
  return workload::make_workload(known, options);
}

std::optional<std::uint64_t> WorkloadChoice::closed_form(const Program& program, const Machine& machine) const {
  const std::uint32_t blocks = program.blocks() / machine.multiprocessors();
  return workload::closed_form(name, size.value(), program.threads() / blocks, machine, blocks,
                               taps.value_or(workload::WorkloadOptions().taps));
}

Subject WorkloadChoice::subject(const Program& program, const Machine& machine) const {
  const workload::WorkloadInfo info = workload::workload_info(name);
  const std::uint64_t side = size.value();
  const std::uint64_t n = info.matrix ? side * side : side;
  const std::uint32_t blocks = program.blocks() / machine.multiprocessors();  // in each
  return {
      name,
      side,
      program.threads(),
      workload::lower_bounds(info.task, n, program.threads() / blocks, machine.port_count(), machine.latency, blocks),
      permutation,
      blocks};
}

}  // namespace superwarp::cli
