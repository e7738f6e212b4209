// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rpu_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <vector>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

std::string machines_that_stream() {
  return names_with(machines(), std::mem_fn(&MachineInfo::streams));
}

/// The RPUs that have the option `name`: "stream or pipelined".
std::string having(const std::string& name) {
  return fmt::format("{}", fmt::join(rpus_with(name), " or "));
}

/// The option `name` of the first RPU that has it. All RPUs agree on the type.
const RpuOption& first_option(const std::string& name) {
  return *named(rpus(), rpus_with(name).front()).option(name);
}

/// The --help text of an option of RPUs.
std::string help_of(const std::string& name) {
  const RpuOption& option = first_option(name);
  if (option.choices.empty()) {
    return fmt::format("{}, {} to {} (--rpu {}; default {})", option.description, option.least,
                       option.most, having(name), option.by_default);
  }
  std::vector<std::string> words;
  for (const std::string& rpu : rpus_with(name)) {
    const std::vector<RpuChoice>& choices = named(rpus(), rpu).option(name)->choices;
    words.push_back(fmt::format("{} (--rpu {})", fmt::join(names_of(choices), " or "), rpu));
  }
  return fmt::format("{}, the first unless given: {}", option.description, fmt::join(words, ", "));
}

}  // namespace

void RpuOptions::add_to(const OptionGroup& add) {
  add("rpu", rpu_,
      fmt::format("request packing unit: {} ({}; default {})", fmt::join(names_of(rpus()), ", "),
                  machines_that_stream(), rpus().front().name));
  for (const std::string& name : rpu_option_names()) {
    Given& given = options_[name];
    if (first_option(name).choices.empty())
      add(name, given.number, help_of(name));
    else
      add(name, given.word, help_of(name));
  }
}

void RpuOptions::parse(Machine& machine) const {
  const MachineInfo& info = machine_info(machine.kind);
  if (rpu_) {
    const std::string known = known_name("rpu", *rpu_, names_of(rpus()));
    if (!info.streams()) {
      throw UsageError(fmt::format("--rpu {}: the {} has no choice of RPUs; {} have", known,
                                   info.name, machines_that_stream()));
    }
    machine.rpu = named(rpus(), known).rpu;
  }
  const RpuInfo& known = rpu_info(machine.rpu);
  for (const auto& [name, given] : options_) {
    if ((given.number || given.word) && known.option(name) == nullptr) {
      throw UsageError(fmt::format("--{}: the RPU {} has none, expected --rpu {}{}", name,
                                   known.name, having(name), rpu_ ? "" : " too"));
    }
  }
  machine.streaming = rpu_defaults(machine.rpu);
  for (const RpuOption& option : known.options) {
    const auto given = options_.find(option.name);
    if (given == options_.end()) continue;
    if (given->second.number) {
      option.set(machine.streaming,
                 in_range("--" + option.name, *given->second.number, option.least, option.most));
    } else if (given->second.word) {
      const std::string word =
          known_name(option.name, *given->second.word, names_of(option.choices));
      option.set(machine.streaming, option.named(word)->value);
    }
  }
}

}  // namespace superwarp::cli
