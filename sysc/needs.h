// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::sysc {

/// What a task needs of the machine that runs it.
struct Need {
  std::string name;     ///< a program, header or library
  std::string package;  ///< Debian's, which has it
  std::string found;    ///< where it is; empty: it is missing
};

/// The first of `names` on PATH.
Need needed_program(const std::vector<std::string>& names, const std::string& package);

/// A header that `compiler` finds; `compiler` may be empty.
Need needed_header(const std::string& compiler, const std::string& header, const std::string& package);

/// Verilator with the headers that the build found.
Need needed_verilator();

/// The compiler of Verilator's code: $SUPERWARP_CXX, or clang++, or g++.
Need needed_compiler();

/// All that compiling and running a unit of RTL needs.
std::vector<Need> rtl_needs();

/// Debian's packages of what is missing, each once, as words; empty: nothing is missing.
std::string missing_packages(const std::vector<Need>& needs);

/// What is missing, and the command that installs it.
std::string missing_message(const std::vector<Need>& needs);

}  // namespace superwarp::sysc
