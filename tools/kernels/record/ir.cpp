// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/ir.h"

#include <cctype>
#include <map>
#include <set>

namespace superwarp::record {
namespace {

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '$' || c == '-';
}

/// The label that a line is; empty if it is none. Only labels begin in the first column.
std::string label(std::string_view line) {
  if (line.empty() || line[0] == ' ' || line[0] == '}') return "";
  const std::size_t colon = line[0] == '"' ? line.find("\":") + 1 : line.find(':');
  return std::string(line[0] == '"' ? line.substr(1, colon - 2) : line.substr(0, colon));
}

/// The blocks that the instructions of `block` name: those of its last one, as no other has labels.
std::vector<std::string> targets(const std::vector<std::string>& lines, const IrBlock& block) {
  constexpr std::string_view kLabel = "label %";
  std::vector<std::string> names;
  for (std::size_t n = block.begin; n < block.end; ++n) {
    const std::string_view line = lines[n];
    for (std::size_t at = line.find(kLabel); at != std::string_view::npos; at = line.find(kLabel, at)) {
      const bool exception = at >= 7 && line.substr(at - 7, 7) == "unwind ";
      std::string name = ir_name(line, '%', at);
      if (!exception) names.push_back(std::move(name));
    }
  }
  return names;
}

}  // namespace

std::set<std::string> IrModule::groups_with(std::string_view attribute) const {
  std::set<std::string> groups;
  for (const std::string& line : lines) {
    if (!starts_with(line, "attributes #") || line.find(attribute) == std::string::npos) continue;
    groups.insert(line.substr(11, line.find(' ', 11) - 11));
  }
  return groups;
}

std::string IrModule::name_and_group(const std::string& line, std::string& group) {
  std::size_t at = 0;
  std::string name = ir_name(line, '@', at);
  at = line.find(" #", at);
  group = at == std::string::npos ? "" : line.substr(at + 1, line.find(' ', at + 1) - at - 1);
  return name;
}

std::string ir_name(std::string_view line, char sign, std::size_t& at) {
  at = line.find(sign, at);
  if (at == std::string_view::npos) return "";
  std::size_t end = ++at;
  if (end < line.size() && line[end] == '"') {
    end = line.find('"', end + 1);
    std::string name(line.substr(at + 1, end - at - 1));
    at = end;
    return name;
  }
  while (end < line.size() && is_of_name(line[end])) ++end;
  std::string name(line.substr(at, end - at));
  at = end;
  return name;
}

IrModule::IrModule(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  const std::set<std::string> uncounted = groups_with("nosanitize_coverage");
  const std::set<std::string> kernels = groups_with("superwarp_kernel");
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (!starts_with(lines[n], "define ")) continue;
    IrFunction function;
    std::string group;
    function.name = name_and_group(lines[n], group);
    function.uncounted = uncounted.count(group) != 0;
    function.kernel = kernels.count(group) != 0;
    function.blocks.push_back({"", n + 1, n + 1, {}});
    for (++n; lines[n] != "}"; ++n) {
      if (lines[n].empty()) continue;
      std::string name = label(lines[n]);
      IrBlock& last = function.blocks.back();
      if (name.empty()) {
        last.end = n + 1;
      } else if (last.end == last.begin) {  // the first one
        last = {std::move(name), n + 1, n + 1, {}};
      } else {
        function.blocks.push_back({std::move(name), n + 1, n + 1, {}});
      }
    }
    std::map<std::string, std::size_t> number;
    for (std::size_t b = 0; b < function.blocks.size(); ++b) number[function.blocks[b].name] = b;
    for (IrBlock& block : function.blocks)
      for (const std::string& name : targets(lines, block)) block.successors.push_back(number.at(name));
    functions.push_back(std::move(function));
  }
}

std::set<std::string> IrModule::named_in(const IrFunction& function) const {
  std::set<std::string> names;
  for (const IrBlock& block : function.blocks)
    for (std::size_t n = block.begin; n < block.end; ++n)
      for (std::size_t at = 0; at < lines[n].size();)
        if (std::string name = ir_name(lines[n], '@', at); !name.empty()) names.insert(std::move(name));
  return names;
}

std::string IrModule::text() const {
  std::string all;
  for (const std::string& line : lines) all += line + '\n';
  return all;
}

}  // namespace superwarp::record
