// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/question.h"

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "tools/playground/shell.h"

namespace superwarp::playground {

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

}  // namespace superwarp::playground
