// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/panels.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/ask/picture.h"

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

ask::Json panel(const ask::Answer& answer, std::size_t instruction, const ask::Cure* cure) {
  const ask::Instruction& access = answer.accesses.instructions[instruction];
  const std::size_t execution = answer.instructions[instruction].worst;
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

ask::Json panels_json(const ask::Answer& answer) {
  ask::Json panels = ask::Json::array();
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    if (!answer.instructions[i].executed) continue;
    panels.push_back(panel(answer, i, nullptr));
    for (const ask::Cure* cure : best_cures(answer, i)) panels.push_back(panel(answer, i, cure));
  }
  return panels;
}

}  // namespace superwarp::playground
