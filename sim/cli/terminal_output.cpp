// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/terminal_output.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace superwarp::cli {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool obeys_controls(int file) { return isatty(file) != 0 && environment("TERM") != "dumb"; }

bool shows_colours(int file) { return obeys_controls(file) && environment("NO_COLOR").empty(); }

}  // namespace superwarp::cli
