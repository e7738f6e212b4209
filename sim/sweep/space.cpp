// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>

#include "language/nearest_name.h"
#include "sim/trace/input_error.h"

namespace superwarp::sweep {
namespace {

constexpr const char* kMachines = "machines";
constexpr const char* kSkip = "skip";
constexpr const char* kKeys = "keys";
constexpr const char* kSeed = "seed";
constexpr const char* kCost = "cost";
constexpr std::uint64_t kMostPoints = 1'000'000'000;
constexpr std::uint64_t kMostValues = 100'000;

/// Reads one file, and says where in it something is wrong.
class Reader {
 public:
  Reader(const std::string& name, const Names& known) : name_(name), known_(known) {}

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw trace::InputError(name_, line, what);
  }

  static std::size_t line_of(const toml::node& node) { return node.source().begin.line; }

  /// An option with a value, several, or a range.
  Axis axis(const toml::key& key, const toml::node& node) const {
    Axis axis{std::string(key.str()), {}, key.source().begin.line};
    require_known(axis, known_.point, "a point");
    if (const toml::array* const values = node.as_array()) {
      for (const toml::node& value : *values) axis.values.push_back(scalar(axis.option, value));
      if (values->empty()) fail(axis.line, axis.option + " = []: expected at least one value");
    } else if (const toml::table* const range = node.as_table()) {
      axis.values = range_values(axis, *range);
    } else {
      axis.values.push_back(scalar(axis.option, node));
    }
    std::set<std::string> seen;
    for (const std::string& value : axis.values) {
      if (!seen.insert(value).second)
        fail(axis.line, fmt::format("{}: '{:.40}' stands there twice", axis.option, value));
    }
    return axis;
  }

  /// How units are costed, as it stands; nothing if they are not.
  std::optional<Point> cost(const toml::key& key, const toml::node& node) const {
    if (const auto flag = node.value_exact<bool>()) {
      return *flag ? std::optional<Point>(std::in_place) : std::nullopt;
    }
    const toml::table* const settings = node.as_table();
    if (settings == nullptr) {
      fail(key.source().begin.line,
           fmt::format("cost: expected true, false, or below [cost] some of {}",
                       fmt::join(known_.cost, ", ")));
    }
    Point point;
    for (const auto& [name, value] : *settings) {
      const Axis setting{std::string(name.str()), {}, name.source().begin.line};
      require_known(setting, known_.cost, "[cost]");
      point.push_back({setting.option, scalar(setting.option, value)});
    }
    return point;
  }

  /// A whole number, 1 or more.
  std::uint64_t count(const char* key, const toml::node& node) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 1)
      fail(line_of(node), fmt::format("{}: expected a whole number, at least 1", key));
    return static_cast<std::uint64_t>(*value);
  }

 private:
  void require_known(const Axis& axis, const std::vector<std::string>& known,
                     const char* whose) const {
    if (std::find(known.begin(), known.end(), axis.option) != known.end()) return;
    fail(axis.line, fmt::format("'{:.40}' is no option of {}{} There are {}", axis.option, whose,
                                did_you_mean(axis.option, known), fmt::join(known, ", ")));
  }

  std::string scalar(const std::string& option, const toml::node& node) const {
    if (const auto text = node.value_exact<std::string>()) {
      if (text->empty())
        fail(line_of(node), option + " = \"\": expected a value, not an empty one");
      return *text;
    }
    if (const auto number = node.value_exact<std::int64_t>(); number && *number >= 0)
      return std::to_string(*number);
    if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
    fail(line_of(node),
         fmt::format("{}: expected a text, a whole number from 0 on, true or false, a list of "
                     "these, or a range {{ from = 1, to = 16, times = 2 }}",
                     option));
  }

  std::vector<std::string> range_values(const Axis& axis, const toml::table& range) const {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t step = 0;
    std::uint64_t times = 0;
    const std::vector<std::string> keys = {"from", "to", "step", "times"};
    for (const auto& [key, node] : range) {
      const std::string word(key.str());
      if (std::find(keys.begin(), keys.end(), word) == keys.end()) {
        fail(key.source().begin.line,
             fmt::format("{}: a range has no '{:.40}'{} It has from, to, and step or times",
                         axis.option, word, did_you_mean(word, keys)));
      }
      (word == "from"   ? from
       : word == "to"   ? to
       : word == "step" ? step
                        : times) = count(word.c_str(), node);
    }
    if (from == 0 || to < from || (step == 0) == (times < 2)) {
      fail(line_of(range),
           fmt::format("{}: expected a range such as {{ from = 1, to = 16, times = 2 }} or "
                       "{{ from = 8, to = 64, step = 8 }}, from at most to, times at least 2",
                       axis.option));
    }
    std::vector<std::string> values;
    for (std::uint64_t value = from; value <= to;
         value = step != 0 ? value + step : value * times) {
      values.push_back(std::to_string(value));
      if (values.size() > kMostValues)
        fail(line_of(range), fmt::format("{}: more than {} values", axis.option, kMostValues));
    }
    return values;
  }

  const std::string& name_;
  const Names& known_;
};

/// `axes` with `axis` in the place of one of the same name, or behind them.
void put(std::vector<Axis>& axes, Axis axis) {
  const auto same = std::find_if(axes.begin(), axes.end(),
                                 [&](const Axis& one) { return one.option == axis.option; });
  if (same != axes.end()) axes.erase(same);
  axes.push_back(std::move(axis));
}

/// In the order of the file, which a TOML table does not keep.
std::vector<Axis> in_order(std::vector<Axis> axes) {
  std::stable_sort(axes.begin(), axes.end(),
                   [](const Axis& a, const Axis& b) { return a.line < b.line; });
  return axes;
}

/// "machines", one or several tables.
std::vector<const toml::table*> tables(const Reader& reader, const toml::key& key,
                                       const toml::node& node) {
  std::vector<const toml::table*> all;
  if (const toml::array* const array = node.as_array()) {
    for (const toml::node& one : *array) all.push_back(one.as_table());
  }
  if (all.empty() || std::count(all.begin(), all.end(), nullptr) != 0) {
    reader.fail(key.source().begin.line,
                fmt::format("expected [[{0}]] with options below it, not {0} = ..", key.str()));
  }
  return all;
}

}  // namespace

std::string quoted(const std::string& value) {
  const bool plain = value.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789-_./,:=+") == std::string::npos;
  if (plain) return value;
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string options_of(const Point& point) {
  std::string text;
  for (const Choice& choice : point) {
    if (choice.value == "false") continue;
    text += fmt::format("{}--{}", text.empty() ? "" : " ", choice.option);
    if (choice.value != "true") text += " " + quoted(choice.value);
  }
  return text;
}

Space Space::read(const std::string& text, const std::string& name, const Names& known) {
  const Reader reader(name, known);
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error& error) {
    reader.fail(error.source().begin.line, std::string(error.description()));
  }

  Space space;
  Axes for_all;
  std::vector<const toml::table*> machines;
  std::vector<const toml::table*> skips;
  std::uint64_t keys = 1;
  std::vector<std::string> options = known.point;
  options.insert(options.end(), {kMachines, kSkip, kKeys, kCost});
  for (const auto& [key, node] : file) {
    const std::string word(key.str());
    if (word == kMachines) {
      machines = tables(reader, key, node);
    } else if (word == kSkip) {
      skips = tables(reader, key, node);
    } else if (word == kKeys) {
      keys = reader.count(kKeys, node);
    } else if (word == kCost) {
      space.cost_ = reader.cost(key, node);
      space.cost_line_ = key.source().begin.line;
    } else if (std::find(known.point.begin(), known.point.end(), word) == known.point.end()) {
      reader.fail(key.source().begin.line,
                  fmt::format("'{:.40}' is not expected here{} There are {}", word,
                              did_you_mean(word, options), fmt::join(options, ", ")));
    } else {
      for_all.push_back(reader.axis(key, node));
    }
  }
  for_all = in_order(std::move(for_all));

  Axis seeds{kSeed, {}, 0};
  const auto given = std::find_if(for_all.begin(), for_all.end(),
                                  [](const Axis& axis) { return axis.option == kSeed; });
  if (given != for_all.end() && (keys > 1 && given->values.size() > 1))
    reader.fail(given->line, "seed: expected one, the first, where keys says how many");
  if (keys > kMostValues) reader.fail(1, fmt::format("keys: expected at most {}", kMostValues));
  if (keys > 1) {
    const std::string first = given == for_all.end() ? "1" : given->values.front();
    if (first.size() > 15 || first.find_first_not_of("0123456789") != std::string::npos)
      reader.fail(given->line, "seed: expected a whole number below 10^15");
    for (std::uint64_t key = 0; key < keys; ++key)
      seeds.values.push_back(std::to_string(std::stoull(first) + key));
  } else if (given != for_all.end()) {
    seeds = *given;
  }
  if (given != for_all.end()) for_all.erase(given);

  const toml::table nothing;
  if (machines.empty()) machines.push_back(&nothing);
  for (const toml::table* const table : machines) {
    Axes own;
    for (const auto& [key, node] : *table) own.push_back(reader.axis(key, node));
    Axes family = for_all;
    for (Axis& axis : in_order(std::move(own))) put(family, std::move(axis));
    if (!seeds.values.empty()) put(family, seeds);
    std::uint64_t points = 1;
    for (const Axis& axis : family) {
      points *= axis.values.size();
      if (points > kMostPoints || space.points_ + points > kMostPoints) {
        reader.fail(axis.line, fmt::format("these are more than {} points; expected fewer values",
                                           kMostPoints));
      }
    }
    space.first_.push_back(space.points_);
    space.points_ += points;
    space.families_.push_back(std::move(family));
  }
  for (const toml::table* const table : skips) {
    Axes rule;
    for (const auto& [key, node] : *table) rule.push_back(reader.axis(key, node));
    if (rule.empty()) reader.fail(Reader::line_of(*table), "[[skip]]: expected options below it");
    space.skip_.push_back(std::move(rule));
  }
  return space;
}

Point Space::at(std::uint64_t number) const {
  const auto behind = std::upper_bound(first_.begin(), first_.end(), number);
  const std::size_t family = static_cast<std::size_t>(behind - first_.begin()) - 1;
  const Axes& axes = families_[family];
  std::uint64_t rest = number - first_[family];
  Point point(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    point[i] = {axes[i].option, axes[i].values[rest % axes[i].values.size()]};
    rest /= axes[i].values.size();
  }
  return point;
}

std::vector<std::string> Space::options() const {
  std::vector<std::string> names;
  bool seeds = false;
  for (const Axes& family : families_) {
    for (const Axis& axis : family) {
      seeds |= axis.option == kSeed;
      const bool told = std::find(names.begin(), names.end(), axis.option) != names.end();
      if (!told && axis.option != kSeed) names.push_back(axis.option);
    }
  }
  if (seeds) names.emplace_back(kSeed);
  return names;
}

bool Space::skips(const Point& point) const {
  return std::any_of(skip_.begin(), skip_.end(), [&](const Axes& rule) {
    return std::all_of(rule.begin(), rule.end(), [&](const Axis& axis) {
      return std::any_of(point.begin(), point.end(), [&](const Choice& choice) {
        return choice.option == axis.option &&
               std::find(axis.values.begin(), axis.values.end(), choice.value) != axis.values.end();
      });
    });
  });
}

}  // namespace superwarp::sweep
