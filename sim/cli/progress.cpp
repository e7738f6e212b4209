// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "sim/cli/terminal_output.h"

namespace superwarp::cli {

Progress::Progress(std::string what)
    : what_(std::move(what)), terminal_(obeys_controls(STDERR_FILENO)) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::update(double share) {
  using std::chrono::duration;
  const Clock::time_point now = Clock::now();
  const double elapsed = duration<double>(now - start_).count();
  if (!terminal_ || elapsed < 2 || share <= 0 || duration<double>(now - last_).count() < 0.2)
    return;
  last_ = now;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}: {:.0f} %, {:.0f} s left", what_, 100 * share,
             elapsed * (1 - share) / share);
  std::fflush(stderr);
}

}  // namespace superwarp::cli
