// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/project_dir.h"
#include "sim/cli/cache.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/version.h"

namespace superwarp::cli {
namespace {

/// Commands with one purpose of their needs.
struct Group {
  std::vector<std::string> commands;
  std::vector<sysc::Need> needs;
};

void print_group(const std::string& purpose, const Group& group) {
  fmt::print("\n{}: {}\n", purpose, fmt::join(group.commands, ", "));
  for (const sysc::Need& need : group.needs)
    fmt::print("  {:<26}{}\n", need.name, need.found.empty() ? "missing, in Debian's " + need.package : need.found);
}

/// The words of `packages` that are new in `all`, which then has them.
void add_words(const std::string& packages, std::vector<std::string>& all) {
  std::istringstream words(packages);
  for (std::string word; words >> word;)
    if (std::find(all.begin(), all.end(), word) == all.end()) all.push_back(word);
}

/// Exit status 1: something is missing.
int doctor(std::vector<std::string> chosen) {
  App unused("");
  std::map<std::string, Group> groups;
  std::vector<std::string> free, names, missing;
  for (const auto& [place, add] : AddCommand::all()) {
    const Command command = add(unused, {});
    const std::string name = command.app->get_name();
    names.push_back(name);
    if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), name) == chosen.end()) continue;
    if (command.needs.purpose.empty()) {
      free.push_back(name);
      continue;
    }
    Group& group = groups[command.needs.purpose];
    if (group.commands.empty() && command.needs.all) group.needs = command.needs.all();
    group.commands.push_back(name);
  }
  for (const std::string& name : chosen) known_name("command", name, names);
  fmt::print("superwarp {} ({})\n", version(), commit());
  fmt::print("  {:<7} {}\n  {:<7} {}\n", "files", project_dir().string(), "cache", cache_summary());
  for (const auto& [purpose, group] : groups) {
    print_group(purpose, group);
    add_words(sysc::missing_packages(group.needs), missing);
  }
  if (!free.empty()) fmt::print("\nneed nothing: {}\n", fmt::join(free, ", "));
  fmt::print("\n{}\n", missing.empty() ? "nothing is missing"
                                       : fmt::format("to have all of it: apt-get install {}", fmt::join(missing, " ")));
  return missing.empty() ? 0 : 1;
}

Command add_doctor(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("doctor", "say what commands need, what is missing here, and how to get it");
  const auto commands = std::make_shared<std::vector<std::string>>();
  app->add_option("command", *commands, "commands to look at (default: all)");
  app->footer(
      "Example:\n  superwarp doctor\n  superwarp doctor run record\n\n"
      "Exit status: 0 nothing is missing; 1 something is, and the last line is the command that installs it; 2 bad "
      "usage.");
  return {app, [commands] { return doctor(*commands); }};
}

const AddCommand kAddDoctor(165, add_doctor);

}  // namespace

Needs needs_rtl() { return {"RTL; without it --engine model works", sysc::rtl_needs}; }

}  // namespace superwarp::cli
