// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/files/command_words.h"
#include "tools/ask/answer.h"
#include "tools/ask/declaration.h"
#include "tools/ask/text.h"

namespace superwarp::playground {
namespace {

using ask::Cure;
using ask::Token;
using files::quoted;

/// The best padding and the best swizzle of a search, where there are any.
std::vector<const Cure*> best_cures(const ask::Search& search) {
  std::vector<const Cure*> best;
  for (const auto& number : {search.best_pad, search.best_swizzle})
    if (number) best.push_back(&search.tried[*number]);
  return best;
}
/// The execution of the instruction there that is furthest above its ideal.
std::optional<std::size_t> execution_at(const ask::Answer& answer, std::size_t instruction, const Place& place) {
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

ask::Json panel(const ask::Answer& answer, std::size_t execution, const Cure* cure) {
  const std::size_t instruction = answer.accesses.executions[execution].instruction;
  const ask::Instruction& access = answer.accesses.instructions[instruction];
  const std::vector<ask::Request> requests = requests_with(answer, execution, cure);
  std::uint32_t slots = 0;
  ask::Json lanes = ask::Json::array();
  for (const ask::Request& request : requests) {
    slots = std::max(slots, request.slot);
    lanes.push_back({request.lane, request.bank, request.slot, request.cell, request.turn});
  }
  return {{"access", instruction},
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

/// An element of a tile in the text of an access: where it begins and ends, and its indices.
struct Element {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string> indices;
};

std::string in_parentheses(const std::string& text) {
  const bool simple = std::all_of(text.begin(), text.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '.';
  });
  return simple ? text : "(" + text + ")";
}

std::optional<Element> element_in(const std::string& access, const ask::Tile& tile) {
  ask::Source source{"access", access};
  ask::Instruction ignored;
  take_operation(source, {}, ignored);
  const std::vector<Token> tokens = tokens_of(source);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != Token::Kind::kName || tokens[at].text != tile.name) continue;
    Element element;
    element.begin = tokens[at].column - 1;
    for (std::size_t open = at + 1; tokens[open].is("[");) {
      const std::size_t close = ask::closing(source, tokens, open);
      const std::size_t begin = tokens[open].column;
      element.indices.push_back(access.substr(begin, tokens[close].column - 1 - begin));
      element.end = tokens[close].column;
      open = close + 1;
    }
    if (element.indices.size() == tile.extents.size()) return element;
  }
  return std::nullopt;
}

/// The number of an element in its tile.
std::string number_of(const Element& element, const ask::Tile& tile) {
  std::string number = in_parentheses(element.indices.front());
  for (std::size_t i = 1; i < element.indices.size(); ++i)
    number = fmt::format("({} * {} + {})", number, tile.extents[i], in_parentheses(element.indices[i]));
  return number;
}

/// The code of a cure, "tile[y][x ^ y]" or "s[i ^ (i >> 5 & 31)]", with an element's indices.
std::string with_indices(const std::string& code, const Element& element, const ask::Tile& tile) {
  std::string text = code;
  const std::vector<Token> tokens = ask::tokens_of({"cure", code});
  for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
    if (token->kind != Token::Kind::kName) continue;
    const bool pair = element.indices.size() == 2;
    const std::string index = token->text == "i"           ? number_of(element, tile)
                              : pair && token->text == "y" ? in_parentheses(element.indices[0])
                              : pair && token->text == "x" ? in_parentheses(element.indices[1])
                                                           : token->text;
    text.replace(token->column - 1, token->text.size(), index);
  }
  return text;
}

/// The tile with room for `bytes` bytes.
std::string with_room(ask::Tile tile, std::uint64_t bytes) {
  const std::uint64_t row = tile.bytes() / std::max<std::uint64_t>(1, tile.extents.front());
  if (tile.has_bound()) tile.extents.front() = (bytes + row - 1) / row;
  return declaration(tile);
}

/// The question with the cure; nullopt if an access of its tile is no element of it by name.
std::optional<ask::Question> question_with(ask::Question question, const ask::Accesses& accesses, const Cure& cure) {
  const ask::Tile& tile = accesses.tiles[cure.tile];
  if (question.tiles.empty()) return std::nullopt;
  if (cure.change.rfind(tile.element.name + " ", 0) == 0) {  // a declaration
    question.tiles.at(cure.tile) = cure.change;
    return question;
  }
  if (cure.kind == Cure::Kind::kPad) question.tiles.at(cure.tile) = with_room(tile, cure.bytes);
  for (std::size_t i = 0; i < accesses.instructions.size(); ++i) {
    if (accesses.instructions[i].tile != cure.tile) continue;
    std::string& text = question.accesses[i];
    const std::optional<Element> element = element_in(text, tile);
    if (!element) return std::nullopt;
    text.replace(element->begin, element->end - element->begin, with_indices(cure.change, *element, tile));
  }
  return question;
}

/// Is the cure what the changed question has?
bool fulfils(const ask::Question& question, const ask::Answer& answer, const Cure& cure) {
  const ask::Accesses accesses = ask::evaluate(question, answer.accesses.lanes);
  const std::vector<ask::Slots> slots = ask::slots_alone(accesses, answer.gpu);
  std::vector<std::uint64_t> sums(accesses.instructions.size());
  for (std::size_t i = 0; i < slots.size(); ++i) sums[accesses.executions[i].instruction] += slots[i].slots;
  return sums == cure.slots;
}

}  // namespace

ask::Question read_question(description::Object form) {
  const auto texts = [&form](const char* key) { return form.has(key) ? form.texts(key) : std::vector<std::string>(); };
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

ask::Json panels_json(const ask::Answer& answer, const Place& place) {
  ask::Json panels = ask::Json::array();
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    const std::optional<std::size_t> execution = execution_at(answer, i, place);
    if (!execution) continue;
    panels.push_back(panel(answer, *execution, nullptr));
    for (const ask::Search& search : answer.searches) {
      if (search.tile != answer.accesses.instructions[i].tile) continue;
      for (const Cure* const cure : best_cures(search)) panels.push_back(panel(answer, *execution, cure));
    }
  }
  if (panels.empty()) throw std::invalid_argument("no thread is active there; expected another warp or iteration");
  return panels;
}

ask::Json uses_json(const ask::Question& question, const ask::Answer& answer) {
  ask::Json uses = ask::Json::array();
  for (const ask::Search& search : answer.searches) {
    for (const Cure* const cure : best_cures(search)) {
      try {
        const auto changed = question_with(question, answer.accesses, *cure);
        if (!changed || !fulfils(*changed, answer, *cure)) continue;
        uses.push_back({{"tile", declaration(answer.accesses.tiles[search.tile])},
                        {"change", cure->change},
                        {"tiles", changed->tiles},
                        {"accesses", changed->accesses}});
      } catch (const std::exception&) {
        continue;  // the changed text is no question
      }
    }
  }
  return uses;
}

}  // namespace superwarp::playground
