// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/machine_rules.h"

#include <algorithm>

#include "sim/traceg/block.h"

namespace superwarp::traceg {
namespace {

constexpr std::uint32_t kMatrixRows = 8;  // which are served together

}  // namespace

gpu::Description machine_rules(std::uint32_t width) {
  using gpu::Operation;
  gpu::Description rules;
  rules.wave = kWarpThreads;
  rules.banks = width;
  rules.phases.clear();
  const auto add = [&](std::vector<Operation> operations, std::uint32_t bits, std::uint32_t most) {
    const std::uint32_t words = std::max(1U, bits / 32);
    if (words > width) return;
    gpu::PhaseRule rule;
    rule.operations = std::move(operations);
    rule.bits = {bits};
    rule.groups = gpu::in_order(kWarpThreads, std::min(width / words, most));
    rule.banks = width;
    if (rule.operations.front() == Operation::kAtomic) {
      rule.one_by_one = true;
      rule.steps = {Op::kRead, Op::kWrite};
    }
    rules.phases.push_back(std::move(rule));
  };
  for (const std::uint32_t bits : {8U, 16U, 32U, 64U, 128U}) {
    add({Operation::kRead, Operation::kWrite}, bits, kWarpThreads);
    add({Operation::kAtomic, Operation::kCount}, bits, kWarpThreads);
  }
  add({Operation::kMatrixRead, Operation::kMatrixWrite}, 128, kMatrixRows);
  return rules;
}

}  // namespace superwarp::traceg
