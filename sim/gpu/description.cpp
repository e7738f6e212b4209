// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace superwarp::gpu {

const std::vector<std::string>& operation_names() {
  static const std::vector<std::string> kNames = {"read", "write", "atomic", "count", "matrix-read", "matrix-write"};
  return kNames;
}

std::string name_of(Operation operation) { return operation_names()[static_cast<std::size_t>(operation)]; }

std::string name_of(Status status) {
  constexpr std::array kNames = {"pinned", "one datum", "reported", "assumed"};
  return kNames[static_cast<std::size_t>(status)];
}

std::vector<std::vector<std::uint32_t>> in_order(std::uint32_t wave, std::uint32_t lanes, std::uint32_t apart) {
  const std::uint32_t unit = apart == 0 ? wave : apart;
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t first = 0; first < wave; first += groups.back().size()) {
    const std::uint32_t end = std::min({first + lanes, (first / unit + 1) * unit, wave});
    groups.emplace_back(end - first);
    std::iota(groups.back().begin(), groups.back().end(), first);
  }
  return groups;
}

Description::Description() {
  PhaseRule words;
  words.operations = {Operation::kRead, Operation::kWrite};
  words.bits = {32};
  words.groups = in_order(wave, wave);
  phases.push_back(words);
}

const PhaseRule* Description::rule(Operation operation, std::uint32_t bits) const {
  const auto has = [](const auto& list, const auto& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
  };
  const auto at = std::find_if(phases.begin(), phases.end(), [&](const PhaseRule& rule) {
    return has(rule.operations, operation) && has(rule.bits, bits);
  });
  return at == phases.end() ? nullptr : &*at;
}

double Description::slot_share(std::uint32_t warps, std::uint32_t active) const {
  return std::max({slot_cycles_warp / warps, slot_cycles_sub_core / active, slot_cycles_sm}) / slot_cycles_sm;
}

std::optional<std::string> not_described(const Description& description, Operation operation, std::uint32_t bits) {
  if (description.rule(operation, bits) != nullptr) return std::nullopt;
  if (description.machine && bits > description.banks * 32) {
    return fmt::format("{} words a thread, expected a machine of that width at least, not {}", bits / 32,
                       description.banks);
  }
  std::vector<std::uint32_t> widths;
  for (const PhaseRule& rule : description.phases) {
    const auto& operations = rule.operations;
    if (std::find(operations.begin(), operations.end(), operation) != operations.end())
      widths.insert(widths.end(), rule.bits.begin(), rule.bits.end());
  }
  std::sort(widths.begin(), widths.end());
  const std::string name = description.machine ? "the DMM" : description.name;
  return fmt::format("{} does not describe {} of {} bits{}", name, name_of(operation), bits,
                     widths.empty() ? fmt::format(", nor any other {}", name_of(operation))
                                    : fmt::format(", only of {}", fmt::join(widths, ", ")));
}

}  // namespace superwarp::gpu
