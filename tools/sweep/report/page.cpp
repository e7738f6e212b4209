// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/report/page.h"

#include <boost/algorithm/string/replace.hpp>
#include <string_view>
#include <unordered_map>

#include "sim/draw/text.h"

namespace superwarp::report {

/// The files of page/ and Chart.js. CMake makes the source from page_parts.cpp.in.
namespace parts {
extern const char* const kPage;
extern const char* const kStyle;
extern const char* const kScript;
extern const char* const kChart;
}  // namespace parts

namespace {

/// An option as a list of its values and, for each point, the number of the value; null: not given.
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

/// JSON that cannot end the script element around it, whatever it contains.
std::string within_script(const Json& json) {
  return boost::algorithm::replace_all_copy(json.dump(-1, ' ', true, Json::error_handler_t::replace), "<", "\\u003c");
}

/// `text` with each {{NAME}} replaced by its entry in `parts`.
std::string filled(std::string_view text, const std::unordered_map<std::string_view, std::string>& parts) {
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
    data["figures"].push_back({{"name", column.name}, {"unit", column.unit}, {"cells", column.cells}});
  }
  data["commands"] = sweep.commands;
  data["impossible"] = refused_json(sweep.impossible);
  data["failed"] = refused_json(sweep.failed);
  data["maps"] = facts.maps;
  return filled(parts::kPage, {{"title", draw::escaped(facts.title)},
                               {"style", parts::kStyle},
                               {"chart", parts::kChart},
                               {"script", parts::kScript},
                               {"data", within_script(data)}});
}

}  // namespace superwarp::report
