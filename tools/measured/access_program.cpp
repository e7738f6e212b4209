// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/access_program.h"

#include <algorithm>

#include "model/reference/mapping.h"
#include "sim/workload/workload.h"
#include "tools/measured/element.h"

namespace superwarp::crosscheck {
namespace {

/// A pattern of `sets` rounds; twice as many if a read waits for the write.
class AccessProgram final : public Program {
 public:
  explicit AccessProgram(const Pattern& pattern)
      : Program(kPatternBanks, pattern.warps * kPatternBanks), pattern_(pattern) {}

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
    for (std::uint32_t lane = 0; lane < width(); ++lane) {
      address[lane] = element_of(pattern_.access, pattern_.bits, set, lane);
      data[lane] = written_token(round, std::uint64_t{warp} * width() + lane, this->threads());
    }
    const bool writes = pattern_.op == AccessOp::kWrite || (pairs && round % 2 == 0);
    return writes ? Op::kWrite : Op::kRead;
  }

 private:
  Pattern pattern_;
};

RunnablePattern runnable_workload(const Pattern& pattern) {
  RunnablePattern runnable;
  workload::WorkloadOptions options;
  options.size = pattern.access.size;
  options.threads = pattern.warps * kWarpThreads;
  options.width = kPatternBanks;
  options.seed = pattern.access.seed;
  options.permutation = pattern.access.permutation;
  runnable.program = workload::make_workload(pattern.access.workload, options);
  runnable.warp_accesses = std::max<std::uint64_t>(1, runnable.program->rounds()) * pattern.warps;
  return runnable;
}

}  // namespace

RunnablePattern make_runnable(const Pattern& pattern) {
  RunnablePattern runnable;
  if (pattern.access.kind == AccessKind::kWorkload) {
    runnable = runnable_workload(pattern);
  } else {
    runnable.program = std::make_unique<AccessProgram>(pattern);
    runnable.warp_accesses = std::uint64_t{pattern.warps} * runnable.program->rounds();
  }
  Machine& machine = runnable.machine;
  machine.kind = pattern.memory == GpuMemory::kGlobal ? MachineKind::kUmm : MachineKind::kDmm;
  machine.width = kPatternBanks;
  machine.mapping = pattern.access.mapping;
  machine.seed = pattern.access.seed;
  model::fit(machine, runnable.program->words());
  return runnable;
}

}  // namespace superwarp::crosscheck
