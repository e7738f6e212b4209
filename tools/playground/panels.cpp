// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/panels.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tools/ask/answer.h"

namespace superwarp::playground {
namespace {

/// The cures of the instruction's tile that help most.
std::vector<const ask::Cure*> best_cures(const ask::Answer& answer, std::size_t instruction) {
  std::vector<const ask::Cure*> best;
  for (const ask::Search& search : answer.searches) {
    if (search.tile != answer.accesses.instructions[instruction].tile) continue;
    for (const auto& number : {search.best_pad, search.best_swizzle})
      if (number) best.push_back(&search.tried[*number]);
  }
  return best;
}

/// The execution of the instruction there that is furthest above its ideal.
std::optional<std::size_t> execution_at(const ask::Answer& answer, std::size_t instruction,
                                        const Place& place) {
  const auto excess = [&answer](std::size_t execution) {
    const ask::Slots& slots = answer.executions[execution];
    return std::int64_t{slots.slots} - slots.ideal;
  };
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < answer.accesses.executions.size(); ++i) {
    const ask::WarpAccess& one = answer.accesses.executions[i];
    if (one.instruction != instruction || (place.warp && one.warp != *place.warp) ||
        (place.iteration && one.iteration != *place.iteration))
      continue;
    if (!worst || excess(i) > excess(*worst)) worst = i;
  }
  return worst;
}

ask::Json panel(const ask::Answer& answer, std::size_t execution, const ask::Cure* cure) {
  const std::size_t instruction = answer.accesses.executions[execution].instruction;
  const ask::Instruction& access = answer.accesses.instructions[instruction];
  const std::vector<ask::Request> requests = requests_with(answer, execution, cure);
  std::uint32_t slots = 0;
  ask::Json lanes = ask::Json::array();
  for (const ask::Request& request : requests) {
    slots = std::max(slots, request.slot);
    lanes.push_back({request.lane, request.bank, request.slot, request.cell, request.turn});
  }
  return {
      {"access", instruction},
      {"tile", cure == nullptr ? declaration(answer.accesses.tiles[access.tile]) : cure->change},
      {"cure", cure == nullptr ? ask::Json(nullptr) : ask::Json(cure->name)},
      {"pads", cure != nullptr && cure->kind == ask::Cure::Kind::kPad},
      {"where", execution_name(answer.accesses, execution)},
      {"slots", slots},
      {"ideal", answer.executions[execution].ideal},
      {"banks", banks_of(requests, answer.gpu)},
      {"lanes_of_warp", answer.accesses.lanes},
      {"lanes", std::move(lanes)}};
}

}  // namespace

ask::Json panels_json(const ask::Answer& answer, const Place& place) {
  ask::Json panels = ask::Json::array();
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    const std::optional<std::size_t> execution = execution_at(answer, i, place);
    if (!execution) continue;
    panels.push_back(panel(answer, *execution, nullptr));
    for (const ask::Cure* cure : best_cures(answer, i))
      panels.push_back(panel(answer, *execution, cure));
  }
  if (panels.empty())
    throw std::invalid_argument("no thread is active there; expected another warp or iteration");
  return panels;
}

std::uint64_t warps_of(const ask::Accesses& accesses) {
  std::uint64_t warps = 0;
  for (const ask::WarpAccess& one : accesses.executions)
    warps = std::max<std::uint64_t>(warps, one.warp + 1);
  return warps;
}

std::uint64_t iterations_of(const ask::Accesses& accesses) {
  std::uint64_t iterations = 1;
  for (const ask::Loop& loop : accesses.loops) iterations *= loop.values.size();
  return iterations;
}

}  // namespace superwarp::playground
