// SPDX-License-Identifier: Apache-2.0
#include "sim/run/command/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <numeric>
#include <utility>

#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/draw/svg.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "sim/run/command/issue_report.h"

namespace superwarp::cli {
namespace {

/// A mean over keys and half of its 95 % confidence interval, which is unknown for a single key.
struct Estimate {
  double mean = 0;
  std::optional<double> half;
};

/// How often Student's t with `degrees` of freedom is between -tan(angle) sqrt(degrees) and its
/// opposite: Abramowitz and Stegun, 26.7.3 and 26.7.4.
double between(double angle, std::size_t degrees) {
  const bool odd = degrees % 2 != 0;
  const double square = std::cos(angle) * std::cos(angle);
  double term = odd ? std::cos(angle) : 1.0;
  double sum = 0;
  for (std::size_t power = odd ? 1 : 0; power + 2 <= degrees; power += 2) {
    sum += term;
    term *= square * static_cast<double>(power + 1) / static_cast<double>(power + 2);
  }
  sum *= std::sin(angle);
  return odd ? (angle + sum) / std::acos(0.0) : sum;
}

/// Student's t that is exceeded, in either direction, in 5 % of cases.
double student(std::size_t degrees) {
  double low = 0;
  double high = std::acos(0.0);
  for (int halved = 0; halved < 60; ++halved) {
    const double middle = (low + high) / 2;
    (between(middle, degrees) < 0.95 ? low : high) = middle;
  }
  return std::tan(low) * std::sqrt(static_cast<double>(degrees));
}

/// The estimate from at least one value, by Student's distribution because keys are few.
Estimate estimate(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (values.size() > 1 && *least == *most) return {*least, 0.0};  // exact, without rounding
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return {mean, std::nullopt};
  const double squares = std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double value) {
    return sum + (value - mean) * (value - mean);
  });
  return {mean, student(values.size() - 1) * std::sqrt(squares / (n - 1) / n)};
}

std::vector<double> as_doubles(const std::vector<std::uint64_t>& values) { return {values.begin(), values.end()}; }

/// `counts` divided by the time units of `machine`, key by key.
std::vector<double> per_time_unit(const std::vector<std::uint64_t>& counts, const ComparedMachine& machine) {
  std::vector<double> values(machine.time_units.size());
  for (std::size_t key = 0; key < values.size(); ++key) {
    values[key] =
        static_cast<double>(counts[key]) / static_cast<double>(std::max<std::uint64_t>(1, machine.time_units[key]));
  }
  return values;
}

/// The speed-up of `machine` over the first machine, for each key.
std::vector<double> speed_ups(const Comparison& comparison, const ComparedMachine& machine) {
  return per_time_unit(comparison.machines.front().time_units, machine);
}

std::vector<double> throughputs(const ComparedMachine& machine) { return per_time_unit(machine.requests, machine); }

/// A mean of counts: whole if every key gives the same count.
std::string count_text(const std::vector<std::uint64_t>& counts) {
  const double mean = estimate(as_doubles(counts)).mean;
  return mean == std::floor(mean) ? fmt::format("{:.0f}", mean) : fmt::format("{:.1f}", mean);
}

std::string speed_text(const Comparison& comparison, const ComparedMachine& machine) {
  const Estimate speed = estimate(speed_ups(comparison, machine));
  const bool varies = speed.half && *speed.half > 0;
  return fmt::format("{:.3g}{}", speed.mean, varies ? fmt::format(" ± {:.2g}", *speed.half) : "");
}

std::string title_of(const Comparison& comparison) {
  return fmt::format("{}{}", comparison.name, comparison.size ? fmt::format(" of size {}", *comparison.size) : "");
}

std::string circumstances(const Comparison& comparison) {
  const std::size_t keys = comparison.machines.front().time_units.size();
  const traceg::GpuCost& cost = comparison.on_gpu;
  const std::string lowered = comparison.gpu.empty()
                                  ? ""
                                  : fmt::format(" as {} has it ({} wavefronts, ideal {}, excess {})", comparison.gpu,
                                                cost.wavefronts, cost.ideal, cost.excess());
  return fmt::format("{}{}, by {}, {}", comparison.work, lowered, comparison.engines,
                     keys == 1 ? "one key" : fmt::format("mean of {} keys, ± 95 %", keys));
}

/// `left` and `between` stand before the cells of a line.
draw::Table rows_of(const Comparison& comparison, const std::string& left, const std::string& between) {
  std::vector<std::string> columns = {"machine:" + left + "<"};
  for (const char* const head : {"slots", "time units", "speed-up", "requests a time unit"})
    columns.push_back(head + (":" + between) + ">");
  draw::Table table(columns);
  if (left == "| ") table.add({"---", "---:", "---:", "---:", "---:"});
  for (const ComparedMachine& machine : comparison.machines) {
    table.add({machine.options, count_text(machine.slots), count_text(machine.time_units),
               speed_text(comparison, machine), fmt::format("{:.2f}", estimate(throughputs(machine)).mean)});
  }
  return table;
}

/// A bar and the shares of warps' time for each machine with an issue stage.
std::string time_table(const Comparison& comparison) {
  constexpr std::size_t kBar = 40;
  std::vector<std::string> columns = {"warps' time:  <", ":  >"};
  for (const auto& [name, share] : time_shares_of({})) columns.push_back(fmt::format("{}:  >", name));
  draw::Table table(columns);
  bool any = false;
  for (const ComparedMachine& machine : comparison.machines) {
    const WarpTimes& times = machine.warp_times;
    if (times.all() == 0) continue;
    any = true;
    std::vector<draw::Cell> cells = {machine.options, time_bar(times, kBar)};
    for (const auto& [name, share] : time_shares_of(times)) cells.emplace_back(fmt::format("{:.1f} %", 100 * share));
    table.add(std::move(cells));
  }
  return any ? "\n" + table.text() : "";
}

std::string disagreements(const Comparison& comparison) {
  std::string text;
  for (const ComparedMachine& machine : comparison.machines) {
    if (machine.disagreement) text += fmt::format("NO agreement: {}: {}\n", machine.options, *machine.disagreement);
  }
  return text;
}

Json estimate_json(const std::vector<double>& values) {
  const Estimate e = estimate(values);
  return {{"mean", e.mean}, {"ci95", or_null(e.half)}};
}

}  // namespace

std::string comparison_table(const Comparison& comparison) {
  return fmt::format("{}, {}\n{}{}{}", title_of(comparison), circumstances(comparison),
                     rows_of(comparison, "  ", "  ").text(), time_table(comparison), disagreements(comparison));
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string rows = rows_of(comparison, "| ", " | ").text();
  boost::algorithm::replace_all(rows, "\n", " |\n");
  return fmt::format("{}, {}.\n\n{}{}", title_of(comparison), circumstances(comparison), rows,
                     disagreements(comparison));
}

std::string comparison_csv(const Comparison& comparison) {
  draw::Table table({"machine:<", "seed:>", "slots:>", "time_units:>", "requests:>", "speed_up:>"});
  for (const ComparedMachine& machine : comparison.machines) {
    const std::vector<double> speed = speed_ups(comparison, machine);
    for (std::size_t key = 0; key < speed.size(); ++key) {
      table.add({machine.options, comparison.seed + key, machine.slots[key], machine.time_units[key],
                 machine.requests[key], speed[key]});
    }
  }
  return table.csv();
}

Json comparison_json(const Comparison& comparison) {
  Json json = result_of("superwarp.compare/1");
  json["work"] = {{"name", comparison.name}, {"size", or_null(comparison.size)}};
  json["engines"] = comparison.engines;
  if (!comparison.gpu.empty()) {
    json["gpu"] = gpu_json(comparison.on_gpu);
    json["gpu"]["name"] = comparison.gpu;
  }
  json["seed"] = comparison.seed;
  json["keys"] = comparison.machines.front().time_units.size();
  json["machines"] = Json::array();
  bool agree = true;
  for (const ComparedMachine& machine : comparison.machines) {
    agree = agree && !machine.disagreement;
    Json one = {{"options", machine.options},
                {"machine", machine_json(machine.machine)},
                {"schedule", schedule_name(machine.machine.schedule)},
                {"slots", machine.slots},
                {"time_units", machine.time_units},
                {"requests", machine.requests},
                {"speed_up", estimate_json(speed_ups(comparison, machine))},
                {"requests_per_time_unit", estimate_json(throughputs(machine))}};
    if (machine.warp_times.all() > 0) one["warp_time"] = warp_time_json(machine.warp_times);
    if (machine.disagreement) one["disagreement"] = *machine.disagreement;
    json["machines"].push_back(one);
  }
  json["agree"] = agree;
  return json;
}

std::string comparison_svg(const Comparison& comparison) {
  draw::Bars bars;
  bars.title = title_of(comparison);
  bars.caption = circumstances(comparison);
  if (comparison.machines.front().warp_times.all() > 0) {
    bars.axis = "time units, and what warps spent them on";
    for (const auto& [name, share] : time_shares_of({})) bars.kinds.emplace_back(name);
    for (const ComparedMachine& machine : comparison.machines) {
      std::vector<double> shares;
      for (const auto& [name, share] : time_shares_of(machine.warp_times)) shares.push_back(share);
      const Estimate time = estimate(as_doubles(machine.time_units));
      bars.bars.push_back({machine.options, time.mean, time.half.value_or(0),
                           fmt::format("{} ({}x)", count_text(machine.time_units), speed_text(comparison, machine)),
                           shares});
    }
    return draw::draw_bars_svg(bars);
  }
  bars.axis = fmt::format("times as fast as {}", comparison.machines.front().options);
  for (const ComparedMachine& machine : comparison.machines) {
    const Estimate speed = estimate(speed_ups(comparison, machine));
    bars.bars.push_back({machine.options, speed.mean, speed.half.value_or(0), speed_text(comparison, machine)});
  }
  return draw::draw_bars_svg(bars);
}

}  // namespace superwarp::cli
