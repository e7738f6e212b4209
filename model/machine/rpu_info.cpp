// SPDX-License-Identifier: Apache-2.0
#include "model/machine/rpu_info.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "model/machine/refuse.h"

namespace superwarp {
namespace {

RpuOption depth() {
  return {"depth", "D: places in the window or FIFO of each lane", "Depth", 1, kMostDepth, Streaming().depth};
}

RpuOption passes() {
  return {"passes", "K: passes of the selection in a time unit", "Passes", 1, kMostPasses, Streaming().passes, {},
          "pass"};
}

RpuChoice choice(const std::string& name, Priority priority, std::uint32_t in_rtl) {
  return {name, static_cast<std::uint32_t>(priority), in_rtl};
}

RpuChoice choice(const std::string& name, Later later) {
  const auto value = static_cast<std::uint32_t>(later);
  return {name, value, value};
}

/// Of a window that takes less area.
RpuOption rare(RpuOption option) {
  option.rare = true;
  return option;
}

/// `parameter` is 1 for the first priority and 0 for the second.
RpuOption priorities(const std::string& parameter, const RpuChoice& first, const RpuChoice& second) {
  return {"priority", "lanes that a bank prefers", parameter, 0, 0, first.value, {first, second}};
}

template <class Entry, class Is>
const Entry* find(const std::vector<Entry>& entries, Is is) {
  const auto found = std::find_if(entries.begin(), entries.end(), is);
  return found == entries.end() ? nullptr : &*found;
}

std::vector<RpuInfo> make_rpus() {
  const std::vector<RpuOption> windows = {
      depth(),
      passes(),
      priorities("FullestFirst", choice("fullest", Priority::kFullest, 1), choice("turn", Priority::kTurn, 0)),
  };
  const std::vector<RpuChoice> laters = {choice("oldest", Later::kOldest), choice("alone", Later::kAlone),
                                         choice("youngest", Later::kYoungest)};
  const std::vector<RpuOption> small_windows = {
      windows[0],
      windows[1],
      windows[2],
      rare({"queue", "Q: places of a plain queue behind the window of each lane", "Queue", 0, kMostQueue, 0}),
      rare({"store", "M: words to write that each lane keeps beside its window; 0: one in each place", "Store", 0,
            kMostStore, 0}),
      rare({"later", "what lanes do in a match's later passes", "Later", 0, 0, 0, laters}),
  };
  const std::vector<RpuOption> fifos = {
      depth(),
      priorities("RoundRobin", choice("round-robin", Priority::kRoundRobin, 1), choice("fixed", Priority::kFixed, 0)),
  };
  const std::vector<RpuOption> route = {
      {"route", "stages of a network that takes requests to the banks; 0: multiplexers", "Route", 0, kMostRoute, 0}};
  const std::vector<RpuOption> intake = {
      {"intake", "time units from a warp's arrival to its slots", "Intake", 1, kMostIntake, 1}};
  return {
      {Rpu::kBatch, "batch", "the papers': packs the requests of --super-warp warps, then the next", "", "", "", "",
       route, 0, false},
      {Rpu::kSerial, "serial",
       "the papers' with pipeline registers (sdmm, rsdmm): packs --super-warp warps as they go in "
       "one by one",
       "serial", "", "", "-serial", intake, 20'000, false},
      {Rpu::kStream, "stream", "ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap",
       "streaming", "windows", "win", "d", windows, 60'000},
      {Rpu::kPipelined, "pipelined",
       "ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way", "pipelined",
       "windows", "win", "p", small_windows, 60'000},
      {Rpu::kCrossbar, "crossbar",
       "what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no "
       "merging",
       "crossbar", "FIFOs", "Q", "x", fifos},
  };
}

}  // namespace

const std::vector<RpuInfo>& rpus() {
  static const std::vector<RpuInfo> all = make_rpus();
  return all;
}

const RpuInfo& rpu_info(Rpu rpu) {
  const RpuInfo* const found = find(rpus(), [rpu](const RpuInfo& info) { return info.rpu == rpu; });
  if (found != nullptr) return *found;
  refuse("an RPU outside of its enumeration: {}", static_cast<unsigned>(rpu));
}

std::uint32_t RpuOption::value(const Streaming& streaming) const {
  if (name == "depth") return streaming.depth;
  if (name == "passes") return streaming.passes;
  if (name == "priority") return static_cast<std::uint32_t>(streaming.priority);
  const auto found = streaming.others.find(name);
  return found == streaming.others.end() ? by_default : found->second;
}

void RpuOption::set(Streaming& streaming, std::uint32_t value) const {
  if (name == "depth")
    streaming.depth = value;
  else if (name == "passes")
    streaming.passes = value;
  else if (name == "priority")
    streaming.priority = static_cast<Priority>(value);
  else if (value == by_default)
    streaming.others.erase(name);
  else
    streaming.others[name] = value;
}

const RpuChoice* RpuOption::choice(const Streaming& streaming) const {
  return find(choices, [&](const RpuChoice& one) { return one.value == value(streaming); });
}

const RpuChoice* RpuOption::named(const std::string& word) const {
  return find(choices, [&](const RpuChoice& one) { return one.name == word; });
}

bool RpuOption::allows(std::uint32_t value) const {
  if (choices.empty()) return value >= least && value <= most;
  return find(choices, [&](const RpuChoice& one) { return one.value == value; }) != nullptr;
}

const RpuOption* RpuInfo::option(const std::string& name) const {
  return find(options, [&](const RpuOption& one) { return one.name == name; });
}

const std::vector<std::string>& rpu_option_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const RpuInfo& info : rpus()) {
      for (const RpuOption& option : info.options) {
        if (std::count(names.begin(), names.end(), option.name) == 0) names.push_back(option.name);
      }
    }
    return names;
  }();
  return all;
}

std::vector<std::string> rpus_with(const std::string& name) {
  std::vector<std::string> names;
  for (const RpuInfo& info : rpus()) {
    if (info.option(name) != nullptr) names.push_back(info.name);
  }
  return names;
}

std::vector<RpuOption> stated_options(Rpu rpu, const Streaming& streaming) {
  std::vector<RpuOption> stated;
  for (const RpuOption& option : rpu_info(rpu).options) {
    if (!option.rare || option.value(streaming) != option.by_default) stated.push_back(option);
  }
  return stated;
}

Streaming rpu_defaults(Rpu rpu) {
  Streaming streaming;
  for (const RpuOption& option : rpu_info(rpu).options) option.set(streaming, option.by_default);
  return streaming;
}

std::uint32_t rpu_value(Rpu rpu, const Streaming& streaming, const std::string& name) {
  const RpuOption* const option = rpu_info(rpu).option(name);
  if (option == nullptr) throw std::out_of_range("the RPU " + rpu_info(rpu).name + " has no option " + name);
  return option->value(streaming);
}

std::vector<std::string> rpu_parameters(Rpu rpu, const Streaming& streaming) {
  std::vector<std::string> parameters;
  for (const RpuOption& option : rpu_info(rpu).options) {
    const RpuChoice* const choice = option.choice(streaming);
    parameters.push_back(option.parameter + "=" +
                         std::to_string(choice != nullptr ? choice->in_rtl : option.value(streaming)));
  }
  return parameters;
}

std::string typed(const RpuOption& option, const Streaming& streaming) {
  const RpuChoice* const choice = option.choice(streaming);
  return choice != nullptr ? choice->name : std::to_string(option.value(streaming));
}

std::string rpu_text(Rpu rpu, const Streaming& streaming) {
  std::string text = rpu_info(rpu).label;
  const char* before = ": ";
  for (const RpuOption& option : stated_options(rpu, streaming)) {
    const std::string value = typed(option, streaming);
    text += before;
    before = ", ";
    if (option.rare || (option.choices.empty() && option.one.empty()))
      text += option.name + " " + value;
    else if (!option.choices.empty())
      text += value;
    else
      text += value + " " + (option.value(streaming) == 1 ? option.one : option.name);
  }
  return text;
}

}  // namespace superwarp
