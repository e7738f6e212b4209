// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "language/machine.h"
#include "language/program.h"
#include "sim/evaluate/evaluation.h"

namespace superwarp::cli {

class ShiftList;

/// The machine options that every command has, as typed.
struct MachineOptions {
  std::string machine = "dmm";
  std::optional<std::uint64_t> width;
  std::uint64_t latency = 7;
  std::optional<std::uint64_t> super_warp;
  std::optional<std::string> rpu;
  /// An option of RPUs (language/rpu_info.h); at most one of the two is given.
  struct RpuOptionGiven {
    std::optional<std::uint64_t> number;
    std::optional<std::string> choice;
  };
  std::map<std::string, RpuOptionGiven> rpu_options;  ///< by name
  std::optional<std::string> mapping;
  std::optional<std::uint64_t> multiprocessors;
  std::optional<std::string> shared;
  std::optional<std::uint64_t> shared_latency;
  std::string shifts;
  std::uint64_t blocks = 1;
  std::string schedule = "rounds";
  std::string engines;
  std::optional<std::uint64_t> rows;
  std::uint64_t seed = 1;
  std::string waves;
  std::string rtl_dir;
  bool shallow = false;

  /// Declares all of them on `command`.
  void add_to(CLI::App& command);
  /// Those that say which machine it is.
  void add_machine_to(CLI::App& command);
  /// Those of the hierarchical machine; after the machine's.
  void add_hierarchy_to(CLI::App& command);
  CLI::Option* add_width_to(CLI::App& command);
  /// Those that say under which conditions it runs.
  void add_conditions_to(CLI::App& command);
  /// Those that say which engines run it, and on which RTL.
  void add_engines_to(CLI::App& command);

  /// The machine they describe, apart from its rows, which depend on the program. Its width, where
  /// none is given, is that of the trace, or without one what such a machine has.
  /// Throws UsageError that names the option and what it accepts.
  [[nodiscard]] Machine parse(std::optional<std::uint32_t> trace_width = {}) const;

  /// The same, of one memory. Throws UsageError for a hierarchical one.
  [[nodiscard]] Machine parse_one_memory(std::optional<std::uint32_t> trace_width = {}) const;

  /// How many blocks are resident. Throws UsageError if that is too few or too many.
  [[nodiscard]] std::uint32_t parse_blocks() const;

  /// `program` as the threads of each of them. Throws UsageError if they are too large together.
  [[nodiscard]] std::unique_ptr<const Program> resident(std::unique_ptr<const Program> program,
                                                        const Machine& machine) const;

  /// Gives `machine` the rows that `words` words need, and its shifts. Throws UsageError if --rows
  /// is too few.
  void fit_memory(Machine& machine, std::uint64_t words) const;
  /// The same for all memories of `machine`: the global one, where there is one, has
  /// `global_words`.
  void fit_memory(Machine& machine, std::uint64_t words, std::uint64_t global_words) const;
  /// The same for `program`.
  void fit_memory(Machine& machine, const Program& program) const;

  /// Throws UsageError for an unknown engine, or one that was asked for and does not have the
  /// machine.
  [[nodiscard]] evaluate::Engines parse_engines(const Machine& machine) const;

  [[nodiscard]] sysc::RtlConfig rtl_config() const;

 private:
  void parse_rpu(Machine& machine) const;
  void parse_hierarchy(Machine& machine) const;

  mutable std::shared_ptr<ShiftList> shift_list_;  ///< opened once, read as far as memory needs
};

inline constexpr const char* kHierarchical = kHierarchicalName;
/// One line.
inline constexpr const char* kHierarchicalDescription =
    "Hierarchical Memory Machine: multiprocessors, each with a shared memory (--shared, any of "
    "these), and one global memory (umm)";

/// "dmm", ...
std::string machine_name(MachineKind kind);
std::string schedule_name(Schedule schedule);

}  // namespace superwarp::cli
