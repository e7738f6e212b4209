// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/common_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string>
#include <vector>

#include "model/machine/nearest_name.h"
#include "model/reference/machine_words.h"
#include "model/reference/mapping.h"
#include "model/reference/parameters.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

bool is_rare(const Option& option) {
  static const std::set<std::string> rare = {
      "--write-percent", "--taps",           "--permutation", "--passes",   "--priority", "--multiprocessors",
      "--shared",        "--shared-latency", "--rows",        "--shifts",   "--rtl",      "--shallow",
      "--rtl-rounds",    "--kanata",         "--perfetto",    "--wavedrom", "--title"};
  // `cost` and `build` size the hardware by --rows; elsewhere it follows from the program.
  const bool sizes_hardware = option.get_name() == "--rows" && option.get_group() == "Machine";
  return rare.count(option.get_name()) > 0 && !sizes_hardware;
}

}  // namespace

std::vector<std::string> option_names(const App& command) {
  std::vector<std::string> names;
  for (const Option& option : command.get_options()) {
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> names_in_file(const App& command) {
  std::vector<std::string> names;
  for (const std::string& name : option_names(command)) {
    if (name != "--help") names.push_back(name.substr(2));
  }
  return names;
}

void refuse_given(const App& command, const std::vector<const char*>& options, const std::string& why) {
  for (const char* option : options) {
    if (command.count(option) > 0) throw UsageError(fmt::format("{}: {}; leave it out", option, why));
  }
}

void refuse_odd_values(App& command) {
  for (Option option : command.get_options()) option.refuse_odd_values();
}

void hide_rare_options(App& command) {
  for (Option option : command.get_options())
    if (is_rare(option)) option.group("");
}

void add_json(App& command, std::string& file, const char* what) {
  command.add_option("--json", file,
                     fmt::format("write the {} to this file ('-': standard output, without the table)", what));
}

void add_gpu(App& command, std::string& gpu) {
  command.add_option("--gpu", gpu,
                     "lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp "
                     "list gpu', or a description file; adds wavefronts, ideal, excess");
}

Option add_rtl(App& command, std::string& folder) {
  return command.add_option("--rtl", folder, "folder of SystemVerilog to use instead of the project's rtl/");
}

Option add_seed(App& command, std::uint64_t& seed) {
  return command.add_option("--seed", seed, "seed of everything random; the same seed gives the same run")
      .capture_default_str();
}

std::uint32_t in_range(const std::string& option, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  if (value < least || value > most) {
    throw UsageError(fmt::format("{} {}: expected a number from {} to {}", option, value, least, most));
  }
  return static_cast<std::uint32_t>(value);
}

std::string known_name(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
  const std::string fault = model::unknown_word(kind, name, known);
  return fault.empty() ? name : throw UsageError(fault);
}

std::string known_mapping(const std::string& name) {
  const std::string fault = model::parameter("mapping")->fault(Machine(), name);
  return fault.empty() ? name : throw UsageError(fault);
}

void require_banks(const std::string& mapping, std::uint32_t banks) {
  try {
    model::check_banks(model::mapping_info(mapping), banks);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--{}", error.what()));
  }
}

std::set<std::string> chosen_engines(const std::string& list, const std::vector<std::string>& known) {
  std::set<std::string> chosen;
  if (list.empty()) return chosen;
  std::istringstream names(list + ",");  // so that an empty name at the end is one too
  for (std::string name; std::getline(names, name, ',');) chosen.insert(known_name("engine", name, known));
  return chosen;
}

}  // namespace superwarp::cli
