// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tools/measured/crosscheck.h"

namespace superwarp::crosscheck {
namespace {

/// Suggests the description that the measurement names.
std::string cure(const Measurement& m, const gpu::Description& rules) {
  if (!rules.machine) return "";
  if (m.gpu.empty()) return "; a --gpu description may";
  return fmt::format("; --gpu {} may", m.gpu);
}

void missing_rules(const Measurement& m, const gpu::Description& rules, const Crosscheck& result,
                   std::vector<std::string>& findings) {
  std::map<std::string, std::size_t> reasons;
  for (const PatternCheck& check : result.patterns) {
    if (!check.slots) ++reasons[check.why];
  }
  for (const auto& [why, patterns] : reasons) {
    const bool other_memory = why.find("memory") != std::string::npos;
    findings.push_back(fmt::format("{} pattern{} not described: {}{}", patterns, patterns == 1 ? " is" : "s are", why,
                                   other_memory ? "" : cure(m, rules)));
  }
}

struct SlotCost {
  double sum = 0;
  std::size_t patterns = 0;
  [[nodiscard]] double mean() const { return sum / static_cast<double>(patterns); }
};

/// With one queue in front of the banks all slots cost the same; reports a cost that depends on the
/// number of requesting sub-cores.
void arbitration(const Measurement& m, const gpu::Description& rules, const Crosscheck& result, const CheckGroup& group,
                 std::vector<std::string>& findings) {
  std::map<std::uint32_t, SlotCost> costs;
  for (const PatternCheck& check : result.patterns) {
    const Pattern& pattern = m.patterns[check.pattern];
    if (!check.slots || check.point.slots == 0 || pattern.quantity != Quantity::kThroughput ||
        pattern.memory != group.memory || pattern.cost_unit() != group.unit) {
      continue;
    }
    SlotCost& cost = costs[pattern.sub_cores.value_or(pattern.warps)];
    cost.sum += check.point.measured / check.point.slots;
    ++cost.patterns;
  }
  if (costs.size() < 2) return;
  const auto by_mean = [](const auto& a, const auto& b) { return a.second.mean() < b.second.mean(); };
  const auto [least, most] = std::minmax_element(costs.begin(), costs.end(), by_mean);
  constexpr double kSame = 1.1;
  if (most->second.mean() < kSame * least->second.mean()) return;
  findings.push_back(fmt::format("a slot takes {:.3g} {} if {} sub-core{} access{} memory and {:.3g} if {} do{}: {}",
                                 most->second.mean(), group.unit, most->first, most->first == 1 ? "" : "s",
                                 most->first == 1 ? "es" : "", least->second.mean(), least->first,
                                 least->first == 1 ? "es" : "",
                                 rules.machine ? "the machine, with one queue, does not describe this" + cure(m, rules)
                                               : "the description's arbitration does not fit"));
}

/// The machine fills a slot a cycle even for a single warp; reports single warps that need more.
void single_warp(const Measurement& m, const gpu::Description& rules, const Crosscheck& result, const CheckGroup& group,
                 std::vector<std::string>& findings) {
  constexpr double kOneSlotACycle = 1.2;
  if (!rules.machine || group.unit != "cycles" || group.memory != GpuMemory::kShared || !group.constants ||
      group.constants->per_slot.value_or(0) < kOneSlotACycle) {
    return;
  }
  const bool single = std::all_of(result.patterns.begin(), result.patterns.end(), [&](const PatternCheck& check) {
    const Pattern& pattern = m.patterns[check.pattern];
    return !check.slots || pattern.memory != group.memory || pattern.warps == 1;
  });
  if (!single) return;
  findings.push_back(
      fmt::format("a single warp needs {:.3g} cycles for a slot: the machine fills one each time unit, so its "
                  "constant holds for single warps only{}",
                  *group.constants->per_slot, cure(m, rules)));
}

}  // namespace

std::vector<std::string> findings_of(const Measurement& measurement, const gpu::Description& rules,
                                     const Crosscheck& result) {
  std::vector<std::string> findings;
  missing_rules(measurement, rules, result, findings);
  for (const CheckGroup& group : result.groups) {
    arbitration(measurement, rules, result, group, findings);
    single_warp(measurement, rules, result, group, findings);
  }
  return findings;
}

}  // namespace superwarp::crosscheck
