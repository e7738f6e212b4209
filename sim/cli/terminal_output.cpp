// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/terminal_output.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "sim/files/message.h"

namespace superwarp::cli {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool obeys_controls(int file) { return isatty(file) != 0 && environment("TERM") != "dumb"; }

bool shows_colours(int file) { return obeys_controls(file) && environment("NO_COLOR").empty(); }

Progress::Progress(std::string what) : what_(std::move(what)), terminal_(obeys_controls(STDERR_FILENO)) {}

Progress::~Progress() {
  if (shown_) files::message("\r\x1b[K");
}

void Progress::update(double share) {
  using std::chrono::duration;
  const Clock::time_point now = Clock::now();
  const double elapsed = duration<double>(now - start_).count();
  if (!terminal_ || elapsed < 2 || share <= 0 || duration<double>(now - last_).count() < 0.2) return;
  last_ = now;
  shown_ = true;
  files::message("\r\x1b[K{}: {:.0f} %, {:.0f} s left", what_, 100 * share, elapsed * (1 - share) / share);
}

}  // namespace superwarp::cli
