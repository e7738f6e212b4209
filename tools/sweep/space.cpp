// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/machine/nearest_name.h"
#include "sim/trace/input_error.h"

namespace superwarp::sweep {
namespace {

constexpr const char* kWorkloads = "workloads";
constexpr const char* kMachines = "machines";
constexpr const char* kSkip = "skip";
constexpr const char* kKeys = "keys";
constexpr const char* kSeed = "seed";
constexpr const char* kCost = "cost";
constexpr std::uint64_t kMostPoints = 1'000'000'000;
constexpr std::uint64_t kMostValues = 100'000;

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The axis or choice of an option.
template <class List>
auto find_option(List& list, const std::string& option) {
  return std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.option == option; });
}

/// `axes` in the order of the file, which a TOML table does not keep.
std::vector<Axis> in_order(std::vector<Axis> axes) {
  std::sort(axes.begin(), axes.end(),
            [](const Axis& a, const Axis& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
  return axes;
}

/// Reads one file and names the line of what is wrong in it.
class Reader {
 public:
  Reader(const std::string& name, const Names& known) : name_(name), known_(known) {}

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw trace::InputError(name_, line, what);
  }

  static std::size_t line_of(const toml::node& node) { return node.source().begin.line; }

  /// An option with one value, a list, or a range.
  Axis axis(const toml::key& key, const toml::node& node) const {
    Axis axis{std::string(key.str()), {}, key.source().begin.line, key.source().begin.column};
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
      if (!seen.insert(value).second) fail(axis.line, fmt::format("{}: '{:.40}' is listed twice", axis.option, value));
    }
    if (known_.numbers.count(axis.option) != 0) one_spelling(axis.values);
    return axis;
  }

  /// All options of a table.
  std::vector<Axis> axes(const toml::table& table) const {
    std::vector<Axis> axes;
    for (const auto& [key, node] : table) axes.push_back(axis(key, node));
    return in_order(std::move(axes));
  }

  /// The settings of [cost]; nothing if units are not costed.
  std::optional<Point> cost(const toml::key& key, const toml::node& node) const {
    if (const auto flag = node.value_exact<bool>()) {
      return *flag ? std::optional<Point>(std::in_place) : std::nullopt;
    }
    const toml::table* const settings = node.as_table();
    if (settings == nullptr) {
      fail(key.source().begin.line,
           fmt::format("cost: expected true, false, or a table of {}", fmt::join(known_.cost, ", ")));
    }
    Point point;
    for (const auto& [name, value] : *settings) {
      const Axis setting{std::string(name.str()), {}, name.source().begin.line};
      require_known(setting, known_.cost, "[cost]");
      point.push_back({setting.option, scalar(setting.option, value)});
    }
    return point;
  }

  /// A whole number >= 1.
  std::uint64_t count(const char* key, const toml::node& node) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 1) fail(line_of(node), fmt::format("{}: expected a whole number, at least 1", key));
    return static_cast<std::uint64_t>(*value);
  }

 private:
  /// Removes leading zeros from numbers, and then repeated numbers.
  static void one_spelling(std::vector<std::string>& values) {
    std::vector<std::string> kept;
    for (std::string& value : values) {
      value.erase(0, std::min(value.find_first_not_of('0'), value.size() - 1));
      if (!contains(kept, value)) kept.push_back(value);
    }
    values = std::move(kept);
  }

  void require_known(const Axis& axis, const std::vector<std::string>& known, const char* whose) const {
    if (contains(known, axis.option)) return;
    fail(axis.line, fmt::format("'{:.40}' is no option of {}{} Expected one of {}", axis.option, whose,
                                did_you_mean(axis.option, known), fmt::join(known, ", ")));
  }

  std::string scalar(const std::string& option, const toml::node& node) const {
    if (const auto text = node.value_exact<std::string>()) {
      if (text->empty()) fail(line_of(node), option + " = \"\": expected a value");
      return *text;
    }
    if (const auto number = node.value_exact<std::int64_t>(); number && *number >= 0) return std::to_string(*number);
    if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
    fail(line_of(node), fmt::format("{}: expected a text, a whole number from 0 on, true or false, a list of "
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
      if (!contains(keys, word)) {
        fail(key.source().begin.line, fmt::format("{}: a range has no '{:.40}'{} It has from, to, and step or times",
                                                  axis.option, word, did_you_mean(word, keys)));
      }
      (word == "from" ? from : word == "to" ? to : word == "step" ? step : times) = count(word.c_str(), node);
    }
    if (from == 0 || to < from || (step == 0) == (times < 2)) {
      fail(line_of(range), fmt::format("{}: expected a range such as {{ from = 1, to = 16, times = 2 }} or "
                                       "{{ from = 8, to = 64, step = 8 }}, from at most to, times at least 2",
                                       axis.option));
    }
    std::vector<std::string> values;
    for (std::uint64_t value = from; value <= to; value = step != 0 ? value + step : value * times) {
      values.push_back(std::to_string(value));
      if (values.size() > kMostValues)
        fail(line_of(range), fmt::format("{}: more than {} values", axis.option, kMostValues));
    }
    return values;
  }

  const std::string& name_;
  const Names& known_;
};

/// Appends `axis` to `axes`, in place of one with the same name.
void put(std::vector<Axis>& axes, Axis axis) {
  const auto same = find_option(axes, axis.option);
  if (same != axes.end()) axes.erase(same);
  axes.push_back(std::move(axis));
}

/// The tables of "machines" and its like, at least one.
std::vector<const toml::table*> tables(const Reader& reader, const toml::key& key, const toml::node& node) {
  std::vector<const toml::table*> all;
  if (const toml::array* const array = node.as_array()) {
    for (const toml::node& one : *array) all.push_back(one.as_table());
  }
  if (all.empty() || contains(all, nullptr)) {
    reader.fail(key.source().begin.line, fmt::format("{0}: expected tables of options, such as [[{0}]]", key.str()));
  }
  return all;
}

/// The seeds that `keys` and `seed` ask for; no values where the file says neither.
Axis seeds_of(const Reader& reader, const Axis* given, std::uint64_t keys) {
  Axis seeds{kSeed, {}, 0};
  if (keys == 1) return given != nullptr ? *given : seeds;
  if (given != nullptr && given->values.size() > 1)
    reader.fail(given->line, "seed: expected one value, the first, since keys says how many");
  const std::string first = given == nullptr ? "1" : given->values.front();
  constexpr std::size_t kMostDigits = 15;
  if (first.size() > kMostDigits || first.find_first_not_of("0123456789") != std::string::npos)
    reader.fail(given->line, "seed: expected a whole number below 10^15");
  for (std::uint64_t key = 0; key < keys; ++key) seeds.values.push_back(std::to_string(std::stoull(first) + key));
  return seeds;
}

/// A file as it stands, before its families are made.
struct Contents {
  std::vector<Axis> for_all;
  std::map<std::string, std::vector<const toml::table*>> tables;  ///< by the word for all of them
  std::uint64_t keys = 1;
  std::optional<Point> cost;
  std::size_t cost_line = 0;
};

Contents contents_of(const Reader& reader, const toml::table& file, const Names& known) {
  Contents contents;
  std::vector<std::string> words = known.point;
  words.insert(words.end(), {kWorkloads, kMachines, kSkip, kKeys, kCost});
  for (const auto& [key, node] : file) {
    const std::string word(key.str());
    if (word == kWorkloads || word == kMachines || word == kSkip) {
      contents.tables[word] = tables(reader, key, node);
    } else if (word == kKeys) {
      contents.keys = reader.count(kKeys, node);
      if (contents.keys > kMostValues)
        reader.fail(Reader::line_of(node), fmt::format("keys: expected at most {}", kMostValues));
    } else if (word == kCost) {
      contents.cost = reader.cost(key, node);
      contents.cost_line = key.source().begin.line;
    } else if (!contains(known.point, word)) {
      reader.fail(key.source().begin.line, fmt::format("'{:.40}' is not expected here{} Expected one of {}", word,
                                                       did_you_mean(word, words), fmt::join(words, ", ")));
    } else {
      contents.for_all.push_back(reader.axis(key, node));
    }
  }
  contents.for_all = in_order(std::move(contents.for_all));
  return contents;
}

}  // namespace

Space Space::read(const std::string& text, const std::string& name, const Names& known) {
  const Reader reader(name, known);
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error& error) {
    reader.fail(error.source().begin.line, std::string(error.description()));
  }
  Contents contents = contents_of(reader, file, known);
  Axes& for_all = contents.for_all;
  const auto given = find_option(for_all, kSeed);
  const Axis seeds = seeds_of(reader, given == for_all.end() ? nullptr : &*given, contents.keys);
  if (given != for_all.end()) for_all.erase(given);

  Space space;
  space.cost_ = std::move(contents.cost);
  space.cost_line_ = contents.cost_line;
  const toml::table nothing;
  for (const char* const word : {kWorkloads, kMachines})
    if (contents.tables[word].empty()) contents.tables[word].push_back(&nothing);
  for (const toml::table* const workload : contents.tables[kWorkloads]) {
    for (const toml::table* const machine : contents.tables[kMachines]) {
      Axes family = for_all;
      if (!seeds.values.empty()) put(family, seeds);
      for (const toml::table* const table : {workload, machine}) {
        for (Axis& axis : reader.axes(*table)) put(family, std::move(axis));
      }
      std::stable_partition(family.begin(), family.end(), [](const Axis& axis) { return axis.option != kSeed; });
      space.add(std::move(family), name);
    }
  }
  for (const toml::table* const table : contents.tables[kSkip]) {
    space.skip_.push_back(reader.axes(*table));
    if (space.skip_.back().empty()) reader.fail(Reader::line_of(*table), "[[skip]]: expected options below it");
  }
  return space;
}

void Space::add(Axes family, const std::string& name) {
  std::uint64_t points = 1;
  for (const Axis& axis : family) {
    points *= axis.values.size();
    if (points > kMostPoints || points_ + points > kMostPoints) {
      throw trace::InputError(name, axis.line,
                              fmt::format("these are more than {} points; expected fewer values", kMostPoints));
    }
  }
  first_.push_back(points_);
  points_ += points;
  families_.push_back(std::move(family));
}

std::size_t Space::family_of(std::uint64_t number) const {
  const auto behind = std::upper_bound(first_.begin(), first_.end(), number);
  return static_cast<std::size_t>(behind - first_.begin()) - 1;
}

Point Space::at(std::uint64_t number) const {
  const std::size_t family = family_of(number);
  const Axes& axes = families_[family];
  std::uint64_t rest = number - first_[family];
  Point point(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    point[i] = {axes[i].option, axes[i].values[rest % axes[i].values.size()]};
    rest /= axes[i].values.size();
  }
  return point;
}

std::size_t Space::line_of(std::uint64_t number, const std::string& wrong) const {
  const Axes& axes = families_[family_of(number)];
  const Point point = at(number);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (wrong.find("--" + point[i].option) != std::string::npos ||
        wrong.find("'" + point[i].value + "'") != std::string::npos)
      return axes[i].line;
  }
  return 0;
}

std::vector<std::string> Space::options() const {
  std::vector<std::string> names;
  bool seeds = false;
  for (const Axes& family : families_) {
    for (const Axis& axis : family) {
      seeds |= axis.option == kSeed;
      if (axis.option != kSeed && !contains(names, axis.option)) names.push_back(axis.option);
    }
  }
  if (seeds) names.emplace_back(kSeed);
  return names;
}

bool Space::skips(const Point& point) const {
  return std::any_of(skip_.begin(), skip_.end(), [&](const Axes& rule) {
    return std::all_of(rule.begin(), rule.end(), [&](const Axis& axis) {
      const auto choice = find_option(point, axis.option);
      return choice != point.end() && contains(axis.values, choice->value);
    });
  });
}

}  // namespace superwarp::sweep
