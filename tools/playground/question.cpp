// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/files/command_words.h"
#include "tools/ask/picture.h"

namespace superwarp::playground {
namespace {

using files::quoted;

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

ask::Question read_question(description::Object form) {
  const auto texts = [&form](const char* key) {
    return form.has(key) ? form.texts(key) : std::vector<std::string>();
  };
  ask::Question question;
  question.accesses = texts("accesses");
  question.tiles = texts("tiles");
  question.constants = texts("constants");
  question.loops = texts("loops");
  question.definitions = texts("definitions");
  question.where = form.text_or("where", "");
  question.block = form.text_or("block", "");
  question.grid = form.text_or("grid", "");
  question.block_index = form.text_or("block_index", "");
  question.bytes = form.natural_or("bytes", 0, std::numeric_limits<std::uint32_t>::max(), 4);
  form.finish();
  return question;
}

std::string command_of(const ask::Question& question, const std::string& gpu) {
  std::string command = "superwarp ask";
  for (const std::string& access : question.accesses) command += " " + quoted(access);
  const auto add = [&command](const char* option, const std::string& value) {
    if (!value.empty()) command += fmt::format(" --{} {}", option, quoted(value));
  };
  const auto add_each = [&add](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(option, value);
  };
  add_each("tile", question.tiles);
  add("block", question.block);
  add("grid", question.grid);
  add("block-index", question.block_index);
  add_each("define", question.constants);
  add_each("loop", question.loops);
  add_each("let", question.definitions);
  add("where", question.where);
  if (question.bytes != ask::Question().bytes) add("bytes", std::to_string(question.bytes));
  add("gpu", gpu);
  return command;
}

std::vector<const ask::Cure*> best_cures(const ask::Search& search) {
  std::vector<const ask::Cure*> best;
  for (const auto& number : {search.best_pad, search.best_swizzle})
    if (number) best.push_back(&search.tried[*number]);
  return best;
}

ask::Json panels_json(const ask::Answer& answer, const Place& place) {
  ask::Json panels = ask::Json::array();
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    const std::optional<std::size_t> execution = execution_at(answer, i, place);
    if (!execution) continue;
    panels.push_back(panel(answer, *execution, nullptr));
    for (const ask::Search& search : answer.searches) {
      if (search.tile != answer.accesses.instructions[i].tile) continue;
      for (const ask::Cure* const cure : best_cures(search))
        panels.push_back(panel(answer, *execution, cure));
    }
  }
  if (panels.empty())
    throw std::invalid_argument("no thread is active there; expected another warp or iteration");
  return panels;
}

}  // namespace superwarp::playground
