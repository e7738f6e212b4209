// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "model/reference/machine_words.h"
#include "model/reference/parameters.h"
#include "sim/cli/app.h"
#include "sim/run/evaluation.h"

namespace superwarp::cli {

class ShiftList;

/// Machine options of all commands, as typed. The parameters of machines are those of
/// model/reference/parameters.h.
class MachineOptions {
 public:
  std::uint64_t blocks = 1;
  std::string engines;
  std::string waves;
  std::string rtl_dir;
  bool shallow = false;

  MachineOptions();

  /// Declares all options on `command`.
  void add_to(App& command);
  /// Declares the options of the machine.
  void add_machine_to(App& command);
  /// Declares the options of the hierarchical machine; after add_machine_to().
  void add_hierarchy_to(App& command);
  /// Declares the numbers of threads of a warp and of banks.
  void add_width_to(App& command, const char* group);
  /// Declares the conditions of a run.
  void add_conditions_to(App& command);
  /// Declares the engines and the RTL.
  void add_engines_to(App& command);

  /// What was typed for the parameter `name`, if anything. A parser's references to the values
  /// stay valid, also after a move.
  std::optional<std::string>& operator[](const std::string& name) { return typed_.at(name); }
  const std::optional<std::string>& operator[](const std::string& name) const { return typed_.at(name); }
  [[nodiscard]] std::uint64_t seed() const;
  /// As made anew, but for the places of the values that a parser refers to.
  void clear();
  /// Takes a machine with its options, "rsdmm --super-warp 4", in place of what was typed before.
  /// Throws UsageError.
  void take(const std::string& spelling);

  /// The machine without its rows, which depend on the program. Without --width it has the width of
  /// the trace, or else its default. Throws UsageError with the option and what it accepts.
  [[nodiscard]] Machine parse(std::optional<std::uint32_t> trace_width = {}) const;

  /// The same for one memory. Throws UsageError for a hierarchical machine.
  [[nodiscard]] Machine parse_one_memory(std::optional<std::uint32_t> trace_width = {}) const;

  /// Number of resident blocks. Throws UsageError if it is out of range.
  [[nodiscard]] std::uint32_t parse_blocks() const;

  /// `program` in each resident block. Throws UsageError if the blocks are too large together.
  [[nodiscard]] std::unique_ptr<const Program> resident(std::unique_ptr<const Program> program,
                                                        const Machine& machine) const;

  /// Gives `machine` the rows that `words` words need, and its shifts. Throws UsageError if --rows
  /// is too small.
  void fit_memory(Machine& machine, std::uint64_t words) const;
  /// The same for all memories of `machine`; the global one has `global_words`.
  void fit_memory(Machine& machine, std::uint64_t words, std::uint64_t global_words) const;
  /// The same for `program`.
  void fit_memory(Machine& machine, const Program& program) const;

  /// Throws UsageError for an unknown engine, and for a chosen one that lacks the machine.
  [[nodiscard]] evaluate::Engines parse_engines(const Machine& machine) const;

  [[nodiscard]] sysc::RtlConfig rtl_config() const;

 private:
  void add(App& command, model::ParameterGroup group, const char* title);

  std::map<std::string, std::optional<std::string>> typed_;  ///< of every parameter
  mutable std::shared_ptr<ShiftList> shift_list_;            ///< opened once, read as far as needed
};

inline constexpr const char* kHierarchical = kHierarchicalName;
inline constexpr const char* kHierarchicalDescription =
    "Hierarchical Memory Machine: multiprocessors, each with a shared memory (--shared, any of "
    "these), and one global memory (umm)";

/// "dmm", ...
std::string machine_name(MachineKind kind);
std::string schedule_name(Schedule schedule);

/// ", 17 banks"; empty if there are as many as threads of a warp.
std::string banks_note(const Machine& machine);

/// The options that name the hardware of `machine`, with its rows: "--machine sdmm --super-warp 4
/// --rows 1024". Machines with the same hardware have the same text: a dmm with random shifts is an
/// rsdmm of one warp. An empty `rtl_dir` is the repository's.
std::string unit_options(const Machine& machine, const std::filesystem::path& rtl_dir);

}  // namespace superwarp::cli
