// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace superwarp::sysc {

/// Runs a program found on PATH, standard output and error into `log`, no standard input. Returns
/// its exit status, 127 if it cannot be started, 128 + n if signal n ended it.
/// Adds the processor time of the program and its children to `seconds`.
int run_command(const std::vector<std::string>& arguments, const std::filesystem::path& log, double* seconds = nullptr);

/// The same, with the output in memory.
int run_command(const std::vector<std::string>& arguments, std::string& output);

/// The first of `names` found on PATH; empty if none is.
std::string find_program(const std::vector<std::string>& names);

/// A whole file as a string; empty if it cannot be read.
std::string read_file(const std::filesystem::path& file);

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
