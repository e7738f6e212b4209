// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/ncu_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/cli/crosscheck_errors.h"
#include "sim/cli/json.h"
#include "sim/files/input_file.h"
#include "sim/ncu/read_ncu.h"
#include "sim/trace/input_error.h"

namespace superwarp::cli {
namespace {

/// A counter and its prediction.
struct Compared {
  std::string where;    ///< "60 LDS"; empty: of the whole kernel
  std::string counter;  ///< in Nsight Compute's words
  double measured = 0;
  double predicted = 0;

  [[nodiscard]] double off() const { return std::abs(predicted - measured); }
};

const ncu::Kernel& kernel_like(const std::vector<ncu::Kernel>& kernels, const std::string& name,
                               const std::string& file) {
  if (kernels.size() == 1) return kernels.front();
  const auto like = [&](const ncu::Kernel& kernel) {
    const std::string plain = kernel.name.substr(0, kernel.name.find('('));
    return !plain.empty() && name.find(plain) != std::string::npos;
  };
  const auto count = std::count_if(kernels.begin(), kernels.end(), like);
  if (count == 1) return *std::find_if(kernels.begin(), kernels.end(), like);
  throw trace::InputError(
      file, 0,
      fmt::format("has {} kernels, of which {} are named like the trace's, '{:.60}'; expected one: "
                  "ncu --kernel-name NAME --launch-count 1",
                  kernels.size(), count, name));
}

/// Each instruction of the trace beside its line of the source page, and lines that the trace
/// lacks.
std::vector<Compared> by_line(const ncu::Kernel& kernel, const Launch& launch) {
  std::vector<Compared> all;
  std::vector<ncu::Instruction> left = kernel.instructions;
  for (std::size_t i = 0; i < launch.costs.size(); ++i) {
    const traceg::GpuCost& cost = launch.costs[i].gpu;
    const traceg::Instruction& known = launch.instructions[i];
    if (cost.executions == 0) continue;
    const auto at = std::find_if(left.begin(), left.end(), [&](const ncu::Instruction& one) {
      return one.pc == known.pc && one.opcode == known.opcode;
    });
    ncu::Instruction line;
    if (at != left.end()) {
      line = *at;
      left.erase(at);
    }
    const auto add = [&](const char* counter, double measured, std::uint64_t predicted) {
      all.push_back({fmt::format("{:x} {}", known.pc, known.opcode), counter, measured,
                     static_cast<double>(predicted)});
    };
    add("L1 Wavefronts Shared", line.wavefronts, cost.wavefronts);
    add("L1 Wavefronts Shared Ideal", line.ideal, cost.ideal);
    add("L1 Wavefronts Shared Excessive", line.wavefronts - line.ideal, cost.excess());
    add("Instructions Executed", line.executed, cost.executions);
  }
  for (const ncu::Instruction& line : left) {
    all.push_back(
        {fmt::format("{:x} {}", line.pc, line.opcode), "L1 Wavefronts Shared", line.wavefronts, 0});
  }
  return all;
}

/// The counters of the raw page that equal something here. Atomics are in the sums only.
std::vector<Compared> by_counter(const ncu::Kernel& kernel, const Launch& launch) {
  traceg::GpuCost loads;
  traceg::GpuCost stores;
  traceg::GpuCost sum;
  for (std::size_t i = 0; i < launch.costs.size(); ++i) {
    const traceg::OpcodeKind kind = launch.instructions[i].kind;
    sum.add(launch.costs[i].gpu);
    if (!traceg::is_atomic(kind))
      (traceg::is_store(kind) ? stores : loads).add(launch.costs[i].gpu);
  }
  const std::array<std::pair<const char*, std::uint64_t>, 9> known = {
      {{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", loads.wavefronts},
       {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", stores.wavefronts},
       {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", sum.wavefronts},
       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", loads.excess()},
       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", stores.excess()},
       {"smsp__inst_executed_op_shared_ld.sum", loads.executions},
       {"smsp__inst_executed_op_shared_st.sum", stores.executions},
       {"memory_l1_wavefronts_shared", sum.wavefronts},
       {"memory_l1_wavefronts_shared_ideal", sum.ideal}}};
  std::vector<Compared> all;
  for (const auto& [name, predicted] : known) {
    const auto at = kernel.counters.find(name);
    if (at != kernel.counters.end())
      all.push_back({"", name, at->second, static_cast<double>(predicted)});
  }
  return all;
}

std::string line_of(const Compared& one, std::size_t width) {
  std::string error = "-";  // nothing was measured
  if (one.off() == 0) error = percent(0);
  if (one.measured != 0) error = percent((one.predicted - one.measured) / one.measured);
  return fmt::format("{:<{}}  {:<58}{:>14.0f}{:>14.0f}{:>10}\n", one.where, width, one.counter,
                     one.measured, one.predicted, error);
}

}  // namespace

Addition ncu_addition(const std::string& file, const Launch& launch) {
  const std::vector<ncu::Kernel> kernels = ncu::read_ncu(file);
  const std::string name = files::input_name(file);
  const ncu::Kernel& kernel = kernel_like(kernels, launch.header.kernel_name, name);
  std::vector<Compared> all =
      kernel.counters.empty() ? by_line(kernel, launch) : by_counter(kernel, launch);
  if (all.empty()) {
    throw trace::InputError(name, 0,
                            "has no counter of shared memory, expected those of "
                            "docs/crosscheck.md, \"Words of Nsight Compute\": ncu --set full");
  }
  std::stable_sort(all.begin(), all.end(), [](const Compared& one, const Compared& other) {
    return one.off() > other.off();
  });
  std::size_t width = 5;
  for (const Compared& one : all) width = std::max(width, one.where.size());
  Addition addition;
  addition.table = fmt::format(
      "\n{}: counters beside predictions, worst first\n{:<{}}  {:<58}{:>14}{:>14}{:>10}\n", name,
      "PC", width, "counter", "measured", "predicted", "error");
  addition.json["ncu"] = Json::array();
  bool conflicts = false;
  for (const Compared& one : all) {
    conflicts |= one.counter.find("bank_conflicts") != std::string::npos;
    addition.table += line_of(one, width);
    addition.json["ncu"].push_back({{"where", one.where},
                                    {"counter", one.counter},
                                    {"measured", one.measured},
                                    {"predicted", one.predicted}});
  }
  if (conflicts) {
    addition.table +=
        "note: l1tex__data_bank_conflicts counts other traffic of the pipe as well; the source "
        "page's excessive wavefronts do not\n";
  }
  return addition;
}

}  // namespace superwarp::cli
