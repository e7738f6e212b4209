// SPDX-License-Identifier: Apache-2.0
#include "model/machine/rpu_info.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "model/machine/refuse.h"

namespace superwarp {

/// In a file that the build generates from the names of the files of RPUs.
namespace model {
std::vector<std::vector<RpuInfo>> all_entries();
}

namespace {

template <class Entry, class Is>
const Entry* find(const std::vector<Entry>& entries, Is is) {
  const auto found = std::find_if(entries.begin(), entries.end(), is);
  return found == entries.end() ? nullptr : &*found;
}

std::vector<RpuInfo> sorted_entries() {
  std::vector<RpuInfo> all;
  for (const std::vector<RpuInfo>& of_file : model::all_entries())
    all.insert(all.end(), of_file.begin(), of_file.end());
  std::sort(all.begin(), all.end(), [](const RpuInfo& one, const RpuInfo& other) { return one.rpu < other.rpu; });
  return all;
}

}  // namespace

const std::vector<RpuInfo>& rpus() {
  static const std::vector<RpuInfo> all = sorted_entries();
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

std::vector<RtlParameters::value_type> rpu_parameters(Rpu rpu, const Streaming& streaming) {
  std::vector<RtlParameters::value_type> parameters;
  for (const RpuOption& option : rpu_info(rpu).options) {
    const RpuChoice* const choice = option.choice(streaming);
    parameters.emplace_back(option.parameter,
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
