#include "sim/workload/kernel.h"

#include <algorithm>

namespace superwarp::workload {
namespace {

bool anyone_takes_part(const Kernel::Step& step, std::uint32_t first, std::uint32_t end) {
  for (std::uint32_t thread = first; thread < end; ++thread) {
    if (step.word_of(thread) != kInactive) return true;
  }
  return false;
}

}  // namespace

KernelProgram::KernelProgram(const WorkloadOptions& options, Kernel kernel)
    : Program(options.width, options.threads), kernel_(std::move(kernel)) {
  for (std::size_t i = 0; i < kernel_.steps().size(); ++i) {
    const Kernel::Step& step = kernel_.steps()[i];
    for (std::uint32_t first = 0; first < kernel_.threads(); first += threads()) {
      const std::uint32_t end = std::min(first + threads(), kernel_.threads());
      if (anyone_takes_part(step, first, end)) rounds_.push_back({i, first, false});
    }
    if (step.barrier_after && !rounds_.empty()) rounds_.back().barrier_after = true;
  }
}

Op KernelProgram::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/,
                         Address* address, Word* data) const {
  const Round& pass = rounds_[round];
  const Kernel::Step& step = kernel_.steps()[pass.step];
  const std::uint32_t first = warp * width();
  for (std::uint32_t lane = 0; lane < width(); ++lane) {
    const std::uint32_t thread = pass.first_thread + first + lane;
    if (thread >= kernel_.threads()) break;
    address[lane] = step.word_of(thread);
    if (step.op == Op::kWrite) data[lane] = written_token(round, first + lane, threads());
  }
  return step.op;
}

}  // namespace superwarp::workload
