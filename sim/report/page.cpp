// SPDX-License-Identifier: Apache-2.0
#include "sim/report/page.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "sim/report/page_parts.h"

namespace superwarp::report {
namespace {

/// Most options take few values: they are told once, and a number a point. null is none.
Json option_json(const Column& column) {
  Json values = Json::array();
  Json cells = Json::array();
  std::unordered_map<std::string, std::size_t> numbers;
  for (const Json& cell : column.cells) {
    if (cell.is_null()) {
      cells.push_back(nullptr);
      continue;
    }
    const auto [found, is_new] = numbers.emplace(cell.get<std::string>(), values.size());
    if (is_new) values.push_back(cell);
    cells.push_back(found->second);
  }
  return {{"name", column.name}, {"group", column.group}, {"values", values}, {"cells", cells}};
}

Json refused_json(const std::vector<Refused>& all) {
  Json json = Json::array();
  for (const Refused& one : all) json.push_back({one.point, one.asked, one.why});
  return json;
}

/// JSON that cannot end the element of the page in which it stands, whatever is in it.
std::string within_script(const Json& json) {
  const std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

/// `text` with what `parts` say in the place of each {{NAME}}.
std::string filled(std::string_view text,
                   const std::unordered_map<std::string_view, std::string>& parts) {
  std::string whole;
  while (true) {
    const std::size_t begin = text.find("{{");
    whole += text.substr(0, begin);
    if (begin == std::string_view::npos) return whole;
    const std::size_t end = text.find("}}", begin);
    whole += parts.at(text.substr(begin + 2, end - begin - 2));
    text.remove_prefix(end + 2);
  }
}

}  // namespace

std::string page(const SweepFolder& sweep, const PageFacts& facts) {
  Json data = {{"title", facts.title}, {"sweep", sweep.about},     {"command", facts.command},
               {"space", sweep.space}, {"version", facts.version}, {"commit", facts.commit}};
  data["points"] = sweep.points;
  data["options"] = Json::array();
  for (const Column& column : sweep.options) data["options"].push_back(option_json(column));
  data["figures"] = Json::array();
  for (const Column& column : sweep.figures) {
    data["figures"].push_back(
        {{"name", column.name}, {"unit", column.unit}, {"cells", column.cells}});
  }
  data["commands"] = sweep.commands;
  data["impossible"] = refused_json(sweep.impossible);
  data["failed"] = refused_json(sweep.failed);
  data["maps"] = facts.maps;
  return filled(parts::kPage, {{"title", escaped(facts.title)},
                               {"style", parts::kStyle},
                               {"chart", parts::kChart},
                               {"script", parts::kScript},
                               {"data", within_script(data)}});
}

}  // namespace superwarp::report
