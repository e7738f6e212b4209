// SPDX-License-Identifier: Apache-2.0
#include "sim/run/command/issue_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/machine/machine.h"
#include "sim/draw/text.h"

namespace superwarp::cli {
namespace {

constexpr const char* kMarks = "ISGLB.";  // of the kinds, in their order

}  // namespace

std::vector<TimeShare> time_shares_of(const WarpTimes& times) {
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, times.all()));
  std::vector<TimeShare> shares;
  for (const WarpTimes::Kind& kind : WarpTimes::kinds())
    shares.emplace_back(kind.label, static_cast<double>(times.*kind.time) / all);
  return shares;
}

std::string time_bar(const WarpTimes& times, std::size_t width) {
  std::string bar;
  double end = 0;
  const char* mark = kMarks;
  for (const auto& [name, share] : time_shares_of(times)) {
    end += share * static_cast<double>(width);
    const auto until = static_cast<std::size_t>(std::lround(end));
    if (until > bar.size()) bar.append(until - bar.size(), *mark);
    ++mark;
  }
  return bar;
}

std::string time_legend(const WarpTimes& times) {
  std::string text;
  const char* mark = kMarks;
  for (const auto& [name, share] : time_shares_of(times)) {
    if (share > 0) {
      text += fmt::format("{}{} {} {:.1f} %", text.empty() ? "" : ", ", *mark, name, 100 * share);
    }
    ++mark;
  }
  return text;
}

Json issue_json(const Machine& machine) {
  if (!machine.issue) return nullptr;
  return {{"sub_cores", machine.issue->sub_cores},
          {"order", order_name(*machine.issue)},
          {"wait", wait_name(*machine.issue)},
          {"instructions", machine.issue->instructions},
          {"places", machine.issue->places}};
}

Json warp_time_json(const WarpTimes& times) {
  Json json = {{"instructions", times.instructions}};
  for (const WarpTimes::Kind& kind : WarpTimes::kinds()) json[kind.key] = times.*kind.time;
  return json;
}

std::string issue_lines(const Machine& machine, const evaluate::Evaluation& e) {
  if (!machine.issue || !e.model) return "";
  constexpr std::size_t kBar = 60;
  const WarpTimes& times = e.model->warp_times;
  const auto time = static_cast<double>(std::max<std::uint64_t>(1, e.model->time_units));
  return fmt::format("  issue       {}, {} by {}, {:.2f} a time unit\n  warps' time {}\n              {}\n",
                     draw::counted(times.instructions, "instruction"), order_name(*machine.issue),
                     draw::counted(machine.issue->sub_cores * machine.multiprocessors(), "sub-core"),
                     static_cast<double>(times.instructions) / time, time_bar(times, kBar), time_legend(times));
}

}  // namespace superwarp::cli
