// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <tuple>

#include "sim/trace/input_error.h"
#include "tools/replay/ncu/kernel_name.h"

namespace superwarp::ncu {
namespace {

constexpr std::uint32_t kWord = 4;  // narrower accesses have the same banks and phases
constexpr std::array<Access, 3> kAccesses = {Access::kLoad, Access::kStore, Access::kAtomic};

void add_to(std::optional<double>& sum, const std::optional<double>& next) {
  if (next) sum = sum.value_or(0) + *next;
}

Figures figures_of(const Instruction& one) {
  Figures figures;
  figures.executed = one.executed;
  figures.wavefronts = one.wavefronts;
  figures.ideal = one.ideal;
  figures.excess = one.wavefronts - one.ideal;
  if (one.threads) figures.threads[std::max(one.bytes, kWord)] = *one.threads;
  figures.predicated = one.predicated;
  figures.opcodes[one.opcode] = one.executed;
  return figures;
}

Figures figures_of(const Predicted& one, double share) {
  Figures figures;
  figures.executed = share * one.executed;
  figures.wavefronts = share * one.wavefronts;
  figures.ideal = share * one.ideal;
  figures.excess = share * (one.wavefronts - one.ideal);
  if (one.threads) figures.threads[std::max(one.bytes, kWord)] = share * *one.threads;
  figures.opcodes[one.opcode] = share * one.executed;
  return figures;
}

std::string shown(const Place& place) { return fmt::format("{}:{}", place.file, place.line); }

std::string shown(std::uint64_t pc, const std::string& opcode) { return fmt::format("{:x} {}", pc, opcode); }

/// Rows of a comparison by kernel, place and access.
class Rows {
 public:
  Row& of(std::size_t kernel, const std::string& where, std::optional<Access> access) {
    const auto key = std::make_tuple(kernel, where, access);
    Row& row = rows_[key];
    row.kernel = kernel;
    row.where = where;
    row.access = access;
    return row;
  }

  /// Two compilers may give an access to two lines of a statement, or to the function that is
  /// inlined there. Makes one row of the lines that only one side has, for each kernel and kind of
  /// access.
  void join_lone() {
    std::map<std::pair<std::size_t, std::optional<Access>>, std::array<std::vector<Row>, 2>> lone;
    for (const auto& [key, row] : rows_) {
      if (row.counted.executed.has_value() != row.predicted.executed.has_value())
        lone[{row.kernel, row.access}][row.counted.executed ? 0 : 1].push_back(row);
    }
    for (const auto& [key, sides] : lone) {
      if (sides[0].empty() || sides[1].empty()) continue;
      Row sum;
      for (const std::vector<Row>& side : sides) {
        for (const Row& row : side) {
          add_place(row.where, sum.where);
          if (sum.text.empty()) sum.text = row.text;
          sum.counted.add(row.counted);
          sum.predicted.add(row.predicted);
          rows_.erase({row.kernel, row.where, row.access});
        }
      }
      sum.kernel = key.first;
      sum.access = key.second;
      rows_[{sum.kernel, sum.where, sum.access}] = sum;
    }
  }

  [[nodiscard]] std::vector<Row> worst_first() const {
    std::vector<Row> all;
    for (const auto& [key, row] : rows_) all.push_back(row);
    std::stable_sort(all.begin(), all.end(), [](const Row& one, const Row& other) { return one.off() > other.off(); });
    return all;
  }

 private:
  /// "transpose.cu:17,18"
  static void add_place(const std::string& where, std::string& all) {
    const std::string file = where.substr(0, where.find(':') + 1);
    const bool same = !file.empty() && all.rfind(file, 0) == 0;
    if (!all.empty()) all += ",";
    all += same ? where.substr(file.size()) : where;
  }

  std::map<std::tuple<std::size_t, std::string, std::optional<Access>>, Row> rows_;
};

/// Of the lines that the instruction stands for, the first on which the recording has such an
/// access; else the last, which is not inlined in any other.
std::string line_of(const Instruction& one, const PredictedLaunch& launch) {
  for (const Place& place : one.places) {
    const bool recorded =
        std::any_of(launch.instructions.begin(), launch.instructions.end(),
                    [&](const Predicted& each) { return each.access == one.access && each.place == place; });
    if (recorded) return shown(place);
  }
  return shown(one.places.back());
}

void add_page(std::size_t index, const Kernel& kernel, const PredictedLaunch& launch, Rows& rows) {
  const bool lines = std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                                 [](const Instruction& one) { return !one.places.empty(); });
  for (const Instruction& one : kernel.instructions) {
    std::string where;
    if (!launch.recorded) where = shown(one.pc, one.opcode);
    if (launch.recorded && !one.places.empty()) where = line_of(one, launch);
    rows.of(index, where, one.access).counted.add(figures_of(one));
  }
  for (const Predicted& one : launch.instructions) {
    std::string where;
    if (!launch.recorded) where = shown(one.pc, one.opcode);
    if (launch.recorded && lines && one.place) where = shown(*one.place);
    Row& row = rows.of(index, where, one.access);
    row.predicted.add(figures_of(one, launch.share));
    if (!where.empty()) row.text = one.text;
  }
}

/// Counters of a raw page and what they count; of several names the first that there is.
struct Counted {
  const Kernel& kernel;

  [[nodiscard]] std::optional<double> first(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      const auto at = kernel.counters.find(name);
      if (at != kernel.counters.end()) return at->second;
    }
    return std::nullopt;
  }

  [[nodiscard]] Figures of(std::optional<Access> access) const {
    Figures figures;
    if (!access) {
      figures.wavefronts = first({"memory_l1_wavefronts_shared"});
      figures.ideal = first({"memory_l1_wavefronts_shared_ideal"});
      if (figures.wavefronts && figures.ideal) figures.excess = *figures.wavefronts - *figures.ideal;
      return figures;
    }
    const char* op = *access == Access::kLoad ? "ld" : *access == Access::kStore ? "st" : "atom";
    const auto named = [&](const char* before) { return fmt::format("{}{}.sum", before, op); };
    const std::string sass = named("smsp__sass_inst_executed_op_shared_");
    const std::string executed = named("smsp__inst_executed_op_shared_");
    figures.executed = first({sass.c_str(), executed.c_str()});
    figures.wavefronts = first({named("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_").c_str()});
    figures.excess = first({named("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_").c_str()});
    if (*access == Access::kStore && figures.wavefronts) {
      add_to(figures.wavefronts, first({"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"}));
    }
    return figures;
  }
};

void add_counters(std::size_t index, const Kernel& kernel, const PredictedLaunch& launch, Rows& rows) {
  const Counted counted{kernel};
  const auto add = [&](std::optional<Access> access) {
    const Figures figures = counted.of(access);
    Figures predicted;
    for (const Predicted& one : launch.instructions) {
      if (!access || one.access == *access) predicted.add(figures_of(one, launch.share));
    }
    const bool none = figures.wavefronts.value_or(0) == 0 && figures.executed.value_or(0) == 0 &&
                      figures.excess.value_or(0) == 0 && !predicted.executed;
    if (none || (!figures.wavefronts && !figures.executed && !figures.excess)) return;
    Row& row = rows.of(index, "", access);
    row.counted.add(figures);
    row.predicted.add(predicted);
  };
  for (const Access access : kAccesses) add(access);
  add(std::nullopt);
}

bool same_or_unknown(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() || one == other;
}

/// The unused launch of the export that matches `launch`; kernels.size(): none.
std::size_t match(const PredictedLaunch& launch, const std::vector<Kernel>& kernels,
                  const std::vector<KernelName>& names, const std::vector<bool>& used) {
  const KernelName name = kernel_name(launch.kernel);
  const auto fits = [&](std::size_t i) {
    return !used[i] && alike(name, names[i]) && same_or_unknown(launch.grid, kernels[i].grid) &&
           same_or_unknown(launch.block, kernels[i].block);
  };
  if (launch.number > 0 && launch.number <= kernels.size() && fits(launch.number - 1)) return launch.number - 1;
  for (const bool exactly : {true, false}) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (fits(i) && (!exactly || names[i].arguments == name.arguments)) return i;
    }
  }
  return kernels.size();
}

bool accesses_shared(const Kernel& kernel) {
  const Counted counted{kernel};
  return !kernel.instructions.empty() || std::any_of(kAccesses.begin(), kAccesses.end(), [&](Access access) {
    return counted.of(access).wavefronts.value_or(0) > 0;
  });
}

std::size_t kernel_index(const PredictedLaunch& launch, const Kernel& kernel, std::vector<MatchedKernel>& all) {
  auto at = std::find_if(all.begin(), all.end(), [&](const MatchedKernel& one) {
    return one.name == launch.kernel && one.counted == kernel.name;
  });
  if (at == all.end()) at = all.insert(all.end(), {launch.kernel, kernel.name, 0, 1});
  ++at->launches;
  at->share = std::max(at->share, launch.share);
  return static_cast<std::size_t>(at - all.begin());
}

[[noreturn]] void refuse(const std::vector<Kernel>& kernels, const std::vector<PredictedLaunch>& launches,
                         const std::string& file) {
  const Kernel& kernel = kernels.front();
  const PredictedLaunch& launch = launches.front();
  throw trace::InputError(
      file, 0,
      fmt::format("has no kernel of the trace: it has '{:.60}' {} {}, the trace '{:.60}' {} {}; "
                  "expected an export of the same program with the same arguments",
                  kernel.name, kernel.grid, kernel.block, launch.kernel, launch.grid, launch.block));
}

}  // namespace

void Figures::add(const Figures& other) {
  add_to(executed, other.executed);
  add_to(wavefronts, other.wavefronts);
  add_to(ideal, other.ideal);
  add_to(excess, other.excess);
  for (const auto& [bytes, count] : other.threads) threads[bytes] += count;
  predicated |= other.predicated;
  for (const auto& [opcode, count] : other.opcodes) opcodes[opcode] += count;
}

bool Figures::has_opcode(const std::string& part) const {
  return std::any_of(opcodes.begin(), opcodes.end(),
                     [&](const auto& opcode) { return opcode.first.find(part) != std::string::npos; });
}

double Row::off() const { return std::abs(predicted.wavefronts.value_or(0) - counted.wavefronts.value_or(0)); }

bool Row::other_instructions() const {
  if (!counted.executed) return !counted.wavefronts && !counted.excess;  // a line without any
  if (!counted.threads.empty() && counted.threads != predicted.threads) return true;
  for (const char* form : {".POPC", ".CAS"}) {  // forms to which compilers change other atomics
    if (counted.has_opcode(form) && !predicted.has_opcode(form)) return true;
  }
  if (counted.executed == predicted.executed) return false;
  // A predicate may leave an execution without a thread; no access is recorded then.
  const bool idle =
      counted.predicated && !counted.threads.empty() && *counted.executed > predicted.executed.value_or(0);
  return !idle || counted.ideal != predicted.ideal;
}

Row Comparison::total(std::optional<Access> access) const {
  Row sum;
  sum.access = access;
  const bool has_all = raw && std::any_of(rows.begin(), rows.end(), [](const Row& row) { return !row.access; });
  for (const Row& row : rows) {
    if (access ? row.access != access : has_all && row.access) continue;
    sum.counted.add(row.counted);
    sum.predicted.add(row.predicted);
  }
  return sum;
}

Comparison compare(const std::vector<Kernel>& kernels, const std::vector<PredictedLaunch>& launches,
                   const std::string& file) {
  Comparison comparison;
  Rows rows;
  std::vector<bool> used(kernels.size());
  std::vector<KernelName> names;
  names.reserve(kernels.size());
  for (const Kernel& kernel : kernels) names.push_back(kernel_name(kernel.name));
  const bool alone = kernels.size() == 1 && launches.size() == 1;
  bool joins = false;  // recordings have lines
  for (const PredictedLaunch& launch : launches) {
    const std::size_t at = alone ? 0 : match(launch, kernels, names, used);
    if (at == kernels.size()) {
      if (!launch.instructions.empty()) comparison.only_trace.push_back(launch.kernel);
      continue;
    }
    used[at] = true;
    const Kernel& kernel = kernels[at];
    if (launch.instructions.empty() && !accesses_shared(kernel)) continue;
    const std::size_t index = kernel_index(launch, kernel, comparison.kernels);
    comparison.raw |= !kernel.counters.empty();
    joins |= launch.recorded && kernel.counters.empty();
    if (kernel.counters.empty()) {
      add_page(index, kernel, launch, rows);
    } else {
      add_counters(index, kernel, launch, rows);
    }
  }
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (!used[i] && accesses_shared(kernels[i])) comparison.only_export.push_back(kernels[i].name);
  }
  if (std::count(used.begin(), used.end(), true) == 0) refuse(kernels, launches, file);
  if (joins) rows.join_lone();
  comparison.rows = rows.worst_first();
  if (comparison.kernels.empty()) {
    throw trace::InputError(file, 0,
                            fmt::format("has launches of the trace that access no shared memory, "
                                        "such as '{:.60}'; expected one that does",
                                        launches.front().kernel));
  }
  if (comparison.rows.empty()) {
    throw trace::InputError(file, 0,
                            "has no counter of shared memory, expected those of "
                            "docs/real-gpus.md, \"Terms of Nsight Compute\": ncu --set full");
  }
  return comparison;
}

}  // namespace superwarp::ncu
