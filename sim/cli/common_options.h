// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/machine/nearest_name.h"
#include "sim/cli/app.h"

/// \file
/// Options that several commands share, and checks of their values.

namespace superwarp::cli {

/// The long names of the options: "--json", "--svg", ...
std::vector<std::string> option_names(const App& command);

/// The same without dashes, as a file has them, and without --help: "json", ...
std::vector<std::string> names_in_file(const App& command);

/// Throws UsageError if one of `options` is given. `why` says why it would have no effect.
void refuse_given(const App& command, const std::vector<const char*>& options, const std::string& why);

/// Makes every number of `command` decimal and every value non-empty. Call it after the last
/// option.
void refuse_odd_values(App& command);

/// Leaves the options that few users need out of --help. Messages no longer name a hidden option,
/// so call it to print the help only.
void hide_rare_options(App& command);

/// Declares options of one group of --help.
struct OptionGroup {
  App& command;
  const char* name;

  template <class Value>
  Option operator()(const std::string& option, Value& value, const std::string& help) const {
    return command.add_option("--" + option, value, help).group(name);
  }
};

/// `value` if it is in this range; else throws UsageError.
std::uint32_t in_range(const std::string& option, std::uint64_t value, std::uint64_t least, std::uint64_t most);

/// Adds --json; `what` names what it writes.
void add_json(App& command, std::string& file, const char* what = "result");

/// Declares --gpu: a name, or a file, of a description of a GPU.
void add_gpu(App& command, std::string& gpu);

Option add_rtl(App& command, std::string& folder);

Option add_seed(App& command, std::uint64_t& seed);

/// Returns `name` if it is one of `known`. Otherwise throws UsageError with all known names and the
/// nearest one.
std::string known_name(const std::string& kind, const std::string& name, const std::vector<std::string>& known);

/// Returns `name` if it is a mapping, throws UsageError as known_name() does.
std::string known_mapping(const std::string& name);
/// Throws UsageError unless this mapping has this number of banks.
void require_banks(const std::string& mapping, std::uint32_t banks);

/// The engines in a list such as "rtl,model". Throws UsageError as known_name() does.
std::set<std::string> chosen_engines(const std::string& list, const std::vector<std::string>& known);

/// The entry of `infos` called `name`, which exists.
template <class Infos>
const auto& named(const Infos& infos, const std::string& name) {
  return *std::find_if(infos.begin(), infos.end(), [&](const auto& info) { return info.name == name; });
}

}  // namespace superwarp::cli
