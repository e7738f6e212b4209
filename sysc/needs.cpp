// SPDX-License-Identifier: Apache-2.0
#include "sysc/needs.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "sysc/command.h"
#include "sysc/simulation.h"

namespace superwarp::sysc {

Need needed_program(const std::vector<std::string>& names, const std::string& package) {
  return {fmt::format("{}", fmt::join(names, " or ")), package, find_program(names)};
}

Need needed_header(const std::string& compiler, const std::string& header, const std::string& package) {
  std::string ignored;
  const bool found =
      !compiler.empty() && run_command({compiler, "-E", "-x", "c++", "-include", header, "/dev/null"}, ignored) == 0;
  return {header, package, found ? "found by " + compiler : ""};
}

Need needed_verilator() {
  Need verilator = needed_program({"verilator"}, "verilator");
  const std::string include = SUPERWARP_VERILATED_INCLUDE;
  if (verilator.found.empty() || std::filesystem::exists(std::filesystem::path(include) / "verilated.h"))
    return verilator;
  return {"verilator with " + include, verilator.package, ""};
}

Need needed_compiler() {
  const char* const chosen = std::getenv("SUPERWARP_CXX");
  if (chosen != nullptr) return {fmt::format("{} (SUPERWARP_CXX)", chosen), "g++", find_program({chosen})};
  // clang's code for Verilated models measures 1.3 to 2.5 times as fast as g++'s.
  return needed_program({"clang++", "g++"}, "g++");
}

std::vector<Need> rtl_needs() {
  const Need compiler = needed_compiler();
  return {needed_verilator(),
          compiler,
          needed_header(compiler.found, "zlib.h", "zlib1g-dev"),
          {"SystemC", "libsystemc", simulation_missing().empty() ? "loads" : ""}};
}

std::string missing_packages(const std::vector<Need>& needs) {
  std::string packages;
  for (const Need& need : needs)
    if (need.found.empty()) packages += (packages.empty() ? "" : " ") + need.package;
  return packages;
}

std::string missing_message(const std::vector<Need>& needs) {
  std::string names;
  for (const Need& need : needs)
    if (need.found.empty()) names += (names.empty() ? "" : ", ") + need.name;
  return fmt::format("not installed: {} (apt-get install {})", names, missing_packages(needs));
}

}  // namespace superwarp::sysc
