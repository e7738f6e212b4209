// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/access_program.h"

#include <algorithm>

#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "sim/workload/workload.h"

namespace superwarp::crosscheck {
namespace {

/// Banks that the patterns are designed for: those of every GPU since Fermi. Addresses do not
/// depend on the number of banks of the machine.
constexpr std::uint32_t kPatternBanks = 32;

/// A pattern of `sets` rounds; twice as many if a read waits for the write.
class AccessProgram final : public Program {
 public:
  explicit AccessProgram(const Pattern& pattern)
      : Program(kPatternBanks, pattern.warps * kPatternBanks), pattern_(pattern) {}

  [[nodiscard]] std::uint64_t rounds() const override {
    return std::uint64_t{pattern_.access.sets} * (pattern_.op == AccessOp::kWriteRead ? 2 : 1);
  }
  [[nodiscard]] std::uint64_t words() const override {
    if (pattern_.access.kind == AccessKind::kUniform) return pattern_.access.words;
    std::uint32_t last = 0;
    for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread)
      last = std::max(last, element_of(pattern_.access, 32, 0, thread));
    return std::uint64_t{last} + 1;
  }

  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address, Word* data) const override {
    const bool pairs = pattern_.op == AccessOp::kWriteRead;
    const auto set = static_cast<std::uint32_t>(pairs ? round / 2 : round);
    for (std::uint32_t lane = 0; lane < width(); ++lane) {
      address[lane] = element_of(pattern_.access, 32, set, lane);
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

std::uint32_t element_of(const Access& access, std::uint32_t bits, std::uint32_t set, std::uint32_t thread) {
  const std::uint32_t words = bits / 32;
  const std::uint32_t row = kPatternBanks / words;  // elements in a row of the banks
  switch (access.kind) {
    case AccessKind::kConflict: {
      // A wide access has as many parts as an element has words; each has the whole conflict.
      const std::uint32_t place = thread % row;
      const std::uint32_t first_row = thread / row * kWarpThreads;
      return (first_row + place % access.parameter) * row + place / access.parameter;
    }
    case AccessKind::kMerge:
      return thread / access.parameter * row;
    case AccessKind::kStride:
      return thread * access.parameter;
    default: {
      const std::uint64_t key = model::extend_key(access.seed, 0x756e6966);  // "unif"
      return model::uniform_at(key, std::uint64_t{set} * kWarpThreads + thread, access.words / words);
    }
  }
}

gpu::Access warp_access(const Pattern& pattern, std::uint32_t set, bool writes) {
  gpu::Access access;
  access.operation = writes ? gpu::Operation::kWrite : gpu::Operation::kRead;
  access.bytes = pattern.bits / 8;
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    access.address.push_back(std::uint64_t{element_of(pattern.access, pattern.bits, set, thread)} * access.bytes);
  }
  return access;
}

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
