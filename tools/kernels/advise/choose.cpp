// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/choose.h"

namespace superwarp::advise {
namespace {

Choice improved(Choice choice, const CostOf& cost_of) {
  std::size_t unchanged = 0;  // parts in a row
  for (std::size_t part = 0; unchanged < choice.on.size(); part = (part + 1) % choice.on.size()) {
    Choice other{choice.on, 0};
    other.on[part] = !other.on[part];
    other.cost = cost_of(other.on);
    const bool better = other.cost < choice.cost || (other.cost == choice.cost && choice.on[part]);
    if (better) choice = other;
    unchanged = better ? 0 : unchanged + 1;
  }
  return choice;
}

}  // namespace

Choice choose(std::size_t parts, const CostOf& cost_of) {
  const auto from = [&](bool on) {
    const std::vector<bool> all(parts, on);
    return improved({all, cost_of(all)}, cost_of);
  };
  const Choice few = from(false);
  const Choice many = from(true);
  return many.cost < few.cost ? many : few;
}

}  // namespace superwarp::advise
