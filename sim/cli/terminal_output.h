// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace superwarp::cli {

/// Is `file` (STDOUT_FILENO, STDERR_FILENO) a terminal that obeys control sequences? Not if TERM is
/// "dumb".
bool obeys_controls(int file);

/// Does `file` obey control sequences, and is NO_COLOR unset or empty (https://no-color.org)?
bool shows_colours(int file);

/// Shows the share done and the time left in one line on standard error, if that is a terminal and
/// the work takes longer than about two seconds.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports the share of the work that is done, 0 to 1.
  void update(double share);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace superwarp::cli
