// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sysc/needs.h"

namespace superwarp::record {

/// What is compiled, as nvcc takes it.
struct Sources {
  std::vector<std::string> files;       ///< .cu, .cpp, .c: at least one
  std::vector<std::string> include;     ///< -I
  std::vector<std::string> definition;  ///< -D
  std::vector<std::string> library;     ///< -l: of the host
};

/// Where an instruction stands in the source.
struct Place {
  std::string file;        ///< as the compiler was given it
  std::uint32_t line = 0;  ///< from 1; 0: not known
  std::string text;        ///< of that line, without blanks at its ends
};

/// What compiling a program needs of this machine.
std::vector<sysc::Need> needs();

/// "file:line" of the instruction `pc`, if it has one.
std::string place_name(const std::map<std::uint64_t, Place>& places, std::uint64_t pc);

/// A program for GPUs, compiled for this CPU; lives in `folder`.
class Program {
 public:
  /// Compiles and links. What the compiler prints about the user's files is the message of the
  /// std::runtime_error that is thrown if it fails.
  Program(const Sources& sources, std::filesystem::path folder);

  [[nodiscard]] std::filesystem::path executable() const { return folder_ / "program"; }
  /// The file that tells the run time where the arrays in shared memory are, and how much memory
  /// those of a kernel and of what it calls take.
  [[nodiscard]] std::filesystem::path arrays() const { return folder_ / "arrays"; }

  /// Where the instructions `pc` stand, the headers of the recorder left out.
  [[nodiscard]] std::map<std::uint64_t, Place> places(const std::vector<std::uint64_t>& pc) const;

 private:
  /// The functions and variables that each function names.
  struct CallGraph {
    std::map<std::string, std::set<std::string>> named;
    std::set<std::string> kernels;
  };
  /// An address whose line is that of the access at `pc`.
  struct Query {
    std::uint64_t pc;
    std::uint64_t address;
  };
  std::set<std::uint64_t> locate(const std::vector<Query>& queries, std::map<std::uint64_t, Place>& all) const;
  void write_overlay(const Sources& sources);
  CallGraph compile(const Sources& sources);
  void list_arrays(const CallGraph& calls);

  std::filesystem::path folder_;
};

/// Advice about errors of the compiler or linker that come from features the recorder lacks: lines
/// that begin with "superwarp: ", or nothing.
std::string advice(const std::string& errors);

}  // namespace superwarp::record
