// SPDX-License-Identifier: Apache-2.0
#include "sim/crosscheck/access_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/crosscheck/element.h"
#include "sim/model/mapping.h"
#include "sim/model/reference_model.h"
#include "sim/workload/workload.h"

namespace superwarp::crosscheck {
namespace {

/// A pattern of `sets` rounds; twice as many if a read waits for the write.
class AccessProgram final : public Program {
 public:
  AccessProgram(const Pattern& pattern, const GpuRules& rules)
      : Program(rules.banks, pattern.warps * rules.parts.at(pattern.bits) * rules.banks),
        pattern_(pattern),
        parts_(rules.parts.at(pattern.bits)) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return std::uint64_t{pattern_.access.sets} * (pattern_.op == AccessOp::kWriteRead ? 2 : 1);
  }
  [[nodiscard]] std::uint64_t words() const override {
    return words_needed(pattern_.access, pattern_.bits);
  }

  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* data) const override {
    const bool pairs = pattern_.op == AccessOp::kWriteRead;
    const auto set = static_cast<std::uint32_t>(pairs ? round / 2 : round);
    const std::uint32_t each = words_of(pattern_.bits);
    const std::uint32_t threads = width() / each;
    const std::uint32_t first = warp % parts_ * threads;
    for (std::uint32_t lane = 0; lane < width(); ++lane) {
      address[lane] =
          element_of(pattern_.access, pattern_.bits, set, first + lane / each) * each + lane % each;
      data[lane] = written_token(round, std::uint64_t{warp} * width() + lane, this->threads());
    }
    const bool writes = pattern_.op == AccessOp::kWrite || (pairs && round % 2 == 0);
    return writes ? Op::kWrite : Op::kRead;
  }

 private:
  Pattern pattern_;
  std::uint32_t parts_;
};

RunnablePattern runnable_workload(const Pattern& pattern, const GpuRules& rules) {
  RunnablePattern runnable;
  workload::WorkloadOptions options;
  options.size = pattern.access.size;
  options.threads = pattern.warps * kWarpThreads;
  options.width = rules.banks;
  options.seed = pattern.access.seed;
  options.permutation = pattern.access.permutation;
  runnable.program = workload::make_workload(pattern.access.workload, options);
  runnable.warp_accesses = std::max<std::uint64_t>(1, runnable.program->rounds()) * pattern.warps;
  return runnable;
}

}  // namespace

std::optional<std::string> not_described(const Pattern& pattern, const GpuRules& rules) {
  if (pattern.memory == GpuMemory::kConstant || pattern.memory == GpuMemory::kTexture)
    return fmt::format("no machine has {} memory", name_of(pattern.memory));
  const bool plain = pattern.bits == 32;
  if (pattern.memory == GpuMemory::kGlobal) {
    if (!rules.machine) return fmt::format("{} describes shared memory only", rules.name);
    if (!plain) return fmt::format("the UMM has no accesses of {} bits", pattern.bits);
    return std::nullopt;
  }
  if (rules.parts.count(pattern.bits) != 0) return std::nullopt;
  return fmt::format("{} has no accesses of {} bits", rules.machine ? "the DMM" : rules.name,
                     pattern.bits);
}

RunnablePattern make_runnable(const Pattern& pattern, const GpuRules& rules) {
  RunnablePattern runnable;
  if (pattern.access.kind == AccessKind::kWorkload) {
    runnable = runnable_workload(pattern, rules);
  } else {
    runnable.program = std::make_unique<AccessProgram>(pattern, rules);
    runnable.warp_accesses = std::uint64_t{pattern.warps} * runnable.program->rounds();
  }
  Machine& machine = runnable.machine;
  if (pattern.memory == GpuMemory::kGlobal) {
    machine.kind = MachineKind::kUmm;
  } else {
    machine.kind = rules.merges_every_word ? MachineKind::kDmm : MachineKind::kGt200;
  }
  machine.width = rules.banks;
  machine.mapping = pattern.access.mapping;
  machine.seed = pattern.access.seed;
  model::fit(machine, runnable.program->words());
  return runnable;
}

PatternSlots count_slots(const Pattern& pattern, const GpuRules& rules, const AskRtl& ask_rtl) {
  const RunnablePattern runnable = make_runnable(pattern, rules);
  PatternSlots result;
  result.warp_accesses = runnable.warp_accesses;
  model::ReferenceModel model(*runnable.program, runnable.machine);
  std::set<std::uint64_t> reads;
  for (Expected expected; model.next(expected);) {
    if (expected.dispatch.op == Op::kRead) reads.insert(expected.dispatch.round);
  }
  result.rounds = model.totals().rounds;
  result.waits = rules.writes_wait ? result.rounds : reads.size();
  result.slots = model.totals().congestion;
  if (!ask_rtl) return result;
  if (const auto rtl = ask_rtl(*runnable.program, runnable.machine)) {
    result.rtl_slots = rtl->slots;
    result.disagreement = rtl->disagreement;
  }
  return result;
}

}  // namespace superwarp::crosscheck
