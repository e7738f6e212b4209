// SPDX-License-Identifier: Apache-2.0
#include "language/rpu_info.h"

#include <algorithm>
#include <stdexcept>

namespace superwarp {
namespace {

/// Keeps `option` in this field of Streaming.
template <auto Field>
RpuOption in_field(RpuOption option) {
  using Value = std::decay_t<decltype(std::declval<Streaming>().*Field)>;
  option.get = [](const Streaming& s) { return static_cast<std::uint32_t>(s.*Field); };
  option.put = [](Streaming& s, std::uint32_t value) { s.*Field = static_cast<Value>(value); };
  return option;
}

RpuOption depth() {
  return in_field<&Streaming::depth>({"depth", "D: places in the window or FIFO of each lane",
                                      "Depth", 1, kMostDepth, Streaming().depth});
}

RpuOption passes() {
  return in_field<&Streaming::passes>({"passes",
                                       "K: passes of the selection in a time unit",
                                       "Passes",
                                       1,
                                       kMostPasses,
                                       Streaming().passes,
                                       {},
                                       "pass"});
}

RpuChoice choice(const std::string& name, Priority priority, std::uint32_t in_rtl) {
  return {name, static_cast<std::uint32_t>(priority), in_rtl};
}

RpuOption priority(const std::string& parameter, std::vector<RpuChoice> choices) {
  RpuOption option{"priority", "lanes that a bank prefers", parameter};
  option.choices = std::move(choices);
  option.by_default = option.choices.front().value;
  return in_field<&Streaming::priority>(option);
}

std::vector<RpuOption> window_options() {
  return {depth(), passes(),
          priority("FullestFirst",
                   {choice("fullest", Priority::kFullest, 1), choice("turn", Priority::kTurn, 0)})};
}

template <class Entry, class Is>
const Entry* find(const std::vector<Entry>& entries, Is is) {
  const auto found = std::find_if(entries.begin(), entries.end(), is);
  return found == entries.end() ? nullptr : &*found;
}

RpuInfo batch() {
  RpuInfo info{Rpu::kBatch, "batch",
               "the papers': packs the requests of --super-warp warps, then the next"};
  return info;
}

RpuInfo stream() {
  RpuInfo info{Rpu::kStream, "stream",
               "ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap"};
  info.overlaps = true;
  info.label = "streaming";
  info.waiting = "windows";
  info.waits_row = "win";
  info.file_mark = "d";
  info.unrolled = 60'000;
  info.options = window_options();
  return info;
}

RpuInfo pipelined() {
  RpuInfo info = stream();
  info.rpu = Rpu::kPipelined;
  info.name = info.label = "pipelined";
  info.description =
      "ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way";
  info.file_mark = "p";
  info.shallow = false;
  info.unrolled = 8'000;  // its passes stand side by side
  return info;
}

RpuInfo crossbar() {
  RpuInfo info{Rpu::kCrossbar, "crossbar",
               "what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, "
               "no merging"};
  info.overlaps = true;
  info.label = info.name;
  info.waiting = "FIFOs";
  info.waits_row = "Q";
  info.file_mark = "x";
  info.options = {
      depth(),
      priority("RoundRobin", {choice("round-robin", Priority::kRoundRobin, 1),
                              choice("fixed", Priority::kFixed, 0)}),
  };
  return info;
}

}  // namespace

const std::vector<RpuInfo>& rpus() {
  static const std::vector<RpuInfo> all = {batch(), stream(), pipelined(), crossbar()};
  return all;
}

const RpuInfo& rpu_info(Rpu rpu) {
  return *find(rpus(), [rpu](const RpuInfo& info) { return info.rpu == rpu; });
}

std::uint32_t RpuOption::value(const Streaming& streaming) const {
  if (get != nullptr) return get(streaming);
  const auto found = streaming.others.find(name);
  return found == streaming.others.end() ? by_default : found->second;
}

void RpuOption::set(Streaming& streaming, std::uint32_t value) const {
  if (put != nullptr) return put(streaming, value);
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

Streaming rpu_defaults(Rpu rpu) {
  Streaming streaming;
  for (const RpuOption& option : rpu_info(rpu).options)
    if (option.put != nullptr) option.put(streaming, option.by_default);
  return streaming;
}

std::uint32_t rpu_value(Rpu rpu, const Streaming& streaming, const std::string& name) {
  const RpuOption* const option = rpu_info(rpu).option(name);
  if (option == nullptr)
    throw std::out_of_range("the RPU " + rpu_info(rpu).name + " has no option " + name);
  return option->value(streaming);
}

std::vector<std::string> rpu_parameters(Rpu rpu, const Streaming& streaming) {
  std::vector<std::string> parameters;
  for (const RpuOption& option : rpu_info(rpu).options) {
    const RpuChoice* const choice = option.choice(streaming);
    parameters.push_back(
        option.parameter + "=" +
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
  for (const RpuOption& option : rpu_info(rpu).options) {
    const std::string value = typed(option, streaming);
    text += &option == &rpu_info(rpu).options.front() ? ": " : ", ";
    if (!option.choices.empty())
      text += value;
    else if (option.one.empty())
      text += option.name + " " + value;
    else
      text += value + " " + (option.value(streaming) == 1 ? option.one : option.name);
  }
  return text;
}

}  // namespace superwarp
