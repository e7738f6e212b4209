// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace superwarp::sysc {

/// Sends standard output to standard error while it lives. Users' RTL may contain $display, and
/// standard output is for results.
class OutputAside {
 public:
  OutputAside() {
    std::fflush(stdout);
    output_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ~OutputAside() {
    std::fflush(stdout);
    dup2(output_, STDOUT_FILENO);
    close(output_);
  }
  OutputAside(const OutputAside&) = delete;
  OutputAside& operator=(const OutputAside&) = delete;

 private:
  int output_;
};

}  // namespace superwarp::sysc
