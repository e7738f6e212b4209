// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace superwarp::ask {
namespace {

std::vector<Summary> summaries(const Answer& answer) {
  std::vector<Summary> all(answer.accesses.instructions.size());
  const auto excess = [&](std::size_t i) {
    return answer.executions[i].slots - answer.executions[i].ideal;
  };
  for (std::size_t i = 0; i < answer.executions.size(); ++i) {
    const std::size_t instruction = answer.accesses.executions[i].instruction;
    const Slots& slots = answer.executions[i];
    Summary& summary = all[instruction];
    if (summary.executions++ == 0) summary = {slots.slots, slots.slots, 0, 0, i, 1};
    summary.least = std::min(summary.least, slots.slots);
    summary.most = std::max(summary.most, slots.slots);
    if (excess(i) > excess(summary.worst)) summary.worst = i;
    summary.mean += slots.slots;
    summary.ideal += slots.ideal;
  }
  for (Summary& summary : all) {
    const auto count = static_cast<double>(std::max<std::size_t>(1, summary.executions));
    summary.mean /= count;
    summary.ideal /= count;
  }
  return all;
}

/// The instruction that waits most; an executed one.
std::size_t worst_of(const Answer& answer) {
  const auto wait = [](const Summary& summary) {
    return summary.executions > 0 ? summary.mean - summary.ideal : -1.0;
  };
  const auto& all = answer.instructions;
  return static_cast<std::size_t>(
      std::max_element(all.begin(), all.end(),
                       [&](const Summary& a, const Summary& b) { return wait(a) < wait(b); }) -
      all.begin());
}

}  // namespace

const Search& Answer::search() const {
  const std::size_t tile = accesses.instructions[worst].tile;
  return *std::find_if(searches.begin(), searches.end(),
                       [tile](const Search& search) { return search.tile == tile; });
}

Answer answer(Accesses accesses, gpu::Description gpu, std::uint32_t keys) {
  Answer result;
  result.gpu = std::move(gpu);
  result.accesses = std::move(accesses);
  result.executions = slots_alone(result.accesses, result.gpu);
  result.instructions = summaries(result);
  result.worst = worst_of(result);
  result.searches = search_cures(result.accesses, result.gpu);
  if (keys > 0) result.machines = on_all_machines(result.accesses, result.gpu, keys);
  return result;
}

const Cure* best_cure(const Answer& answer) {
  const Search& search = answer.search();
  const auto cure = [&](const std::optional<std::size_t>& number) {
    return number ? &search.tried[*number] : nullptr;
  };
  const Cure* const pad = cure(search.best_pad);
  const Cure* const swizzle = cure(search.best_swizzle);
  if (pad == nullptr || swizzle == nullptr) return pad == nullptr ? swizzle : pad;
  return slots_of_tile(answer.accesses, *swizzle) < slots_of_tile(answer.accesses, *pad) ? swizzle
                                                                                         : pad;
}

std::vector<Request> requests_with(const Answer& answer, std::size_t execution, const Cure* cure) {
  return requests_with(answer.accesses, execution, cure, answer.gpu);
}

std::vector<double> means_with(const Answer& answer, const Cure* cure) {
  std::vector<double> means;
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    const bool cured = cure != nullptr && answer.accesses.instructions[i].tile == cure->tile;
    const std::size_t count = answer.instructions[i].executions;
    means.push_back(cured && count > 0
                        ? static_cast<double>(cure->slots[i]) / static_cast<double>(count)
                        : answer.instructions[i].mean);
  }
  return means;
}

std::string execution_name(const Accesses& accesses, std::size_t execution) {
  const WarpAccess& access = accesses.executions[execution];
  const std::string iteration = accesses.iteration_name(access.iteration);
  return fmt::format("warp {}{}{}", access.warp, iteration.empty() ? "" : " at ", iteration);
}

std::string number_text(double value) { return fmt::format("{:.4g}", value); }

}  // namespace superwarp::ask
