// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/replay/ncu/read_ncu.h"

namespace superwarp::ncu {

/// What a GPU's rules predict for an instruction of a trace.
struct Predicted {
  std::uint64_t pc = 0;
  std::string opcode;
  Access access = Access::kLoad;
  std::optional<Place> place;  ///< of a recording
  std::string text;            ///< of that line
  std::uint32_t bytes = 4;     ///< of a thread
  double executed = 0;
  std::optional<double> threads;  ///< nullopt: not comparable, as of matrices
  double wavefronts = 0;
  double ideal = 0;
};

/// A launch of a trace or a recording.
struct PredictedLaunch {
  std::string kernel;
  std::uint64_t number = 0;  ///< of all launches, from 1; 0: unknown
  std::string grid;          ///< "(4,4,1)"; empty: unknown
  std::string block;         ///< the same
  bool recorded = false;     ///< it has accesses of the source, not a GPU's instructions
  double share = 1;          ///< blocks of the grid / blocks of the trace
  std::vector<Predicted> instructions;
};

/// Executions, wavefronts and the like. Nullopt: the export lacks it.
struct Figures {
  std::optional<double> executed, wavefronts, ideal, excess;
  std::map<std::uint32_t, double> threads;  ///< by bytes of a thread, at least 4; empty: not told
  bool predicated = false;                  ///< some executions may have had no thread
  std::map<std::string, double> opcodes;    ///< with their executions

  void add(const Figures& other);
  [[nodiscard]] bool has_opcode(const std::string& part) const;
};

/// Accesses of one kind, of a line, an instruction, or a kernel in all.
struct Row {
  std::size_t kernel = 0;        ///< index of Comparison::kernels
  std::string where;             ///< "transpose.cu:17", "60 LDS"; empty: the kernel
  std::string text;              ///< of the line
  std::optional<Access> access;  ///< nullopt: all
  Figures counted;
  Figures predicted;

  /// Wavefronts that the prediction is off.
  [[nodiscard]] double off() const;
  /// Did the GPU's compiler make other instructions? Then a difference says nothing about the
  /// rules.
  [[nodiscard]] bool other_instructions() const;
};

/// A kernel with all its launches.
struct MatchedKernel {
  std::string name;     ///< of the recording
  std::string counted;  ///< of the export
  std::size_t launches = 0;
  double share = 1;  ///< largest of its launches
};

struct Comparison {
  bool raw = false;  ///< counters of a raw page, of kernels in all
  std::vector<MatchedKernel> kernels;
  std::vector<Row> rows;                ///< worst first
  std::vector<std::string> only_trace;  ///< kernels of launches that the export lacks
  std::vector<std::string> only_export;

  /// Sums of the rows; of one kind of access, or of all.
  [[nodiscard]] Row total(std::optional<Access> access) const;
};

/// Matches launches by kernel, grid and block as far as both sides have them, then in their order.
/// Accesses of a recording are matched by line where the export has lines, those of a trace by PC
/// and opcode; else kernels are compared in all. Throws InputError if no kernel is in both.
Comparison compare(const std::vector<Kernel>& kernels, const std::vector<PredictedLaunch>& launches,
                   const std::string& file);

}  // namespace superwarp::ncu
