// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/machine_rules.h"

#include <algorithm>
#include <utility>

namespace superwarp::gpu {
namespace {

constexpr std::uint32_t kMatrixRows = 8;  // which are served together

}  // namespace

Description machine_rules(std::uint32_t width, std::uint32_t threads) {
  Description rules;
  rules.wave = threads;
  rules.banks = width;
  rules.phases.clear();
  const auto add = [&](std::vector<Operation> operations, std::uint32_t bits, std::uint32_t apart) {
    const std::uint32_t words = std::max(1U, bits / 32);
    if (words > width) return;
    PhaseRule rule;
    rule.operations = std::move(operations);
    rule.bits = {bits};
    rule.groups = in_order(threads, width / words, apart);
    rule.banks = width;
    if (rule.operations.front() == Operation::kAtomic) {
      rule.one_by_one = true;
      rule.steps = {Op::kRead, Op::kWrite};
    }
    rules.phases.push_back(std::move(rule));
  };
  for (const std::uint32_t bits : {8U, 16U, 32U, 64U, 128U}) {
    add({Operation::kRead, Operation::kWrite}, bits, 0);
    add({Operation::kAtomic, Operation::kCount}, bits, 0);
  }
  add({Operation::kMatrixRead, Operation::kMatrixWrite}, 128, kMatrixRows);
  return rules;
}

}  // namespace superwarp::gpu
