// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/draw/slide_table.h"
#include "tools/replay/command/instruction_rows.h"

namespace superwarp::cli {

/// Source lines that access shared memory, on machines.
struct LineTable {
  struct Line {
    std::string kernel;
    std::string place;             ///< "transpose.cu:17"; without a source "PC 60"
    std::string text;              ///< of the line, or the opcode
    bool known = false;            ///< the source is
    std::uint64_t executions = 0;  ///< by a warp
    bool conflicts = false;        ///< on the first machine
    std::vector<double> slots;     ///< by machine
    std::uint64_t time = 0;        ///< on the first machine in which warps overlap
  };

  std::vector<std::string> machines;  ///< the first is the one to compare with
  /// Those that conflict first, then by slots on the first machine; or by time.
  std::vector<Line> lines;
  bool by_time = false;

  /// Adds instructions of `kernel` to their lines. `gpu` is the first machine, unless its name is
  /// empty.
  void add(const std::string& kernel, const std::vector<Row>& rows, const ReportMachines& report_machines,
           const std::string& gpu);
  /// Adds the lines of other kernels on the same machines.
  void append(const LineTable& other);

 private:
  void sort();
};

/// What `line` would gain on the best of the other machines, in one sentence.
std::string gain_of(const LineTable::Line& line, const std::vector<std::string>& machines);

/// What the lines that conflict would gain, a line of text each.
std::string gains_of(const LineTable& table);

/// Slots of an access, with the gain of the worst line as caption.
draw::SlideTable slide_of(const LineTable& table, const std::string& title);

/// With the lines of the instructions.
struct InstructionAddition : Addition {
  LineTable lines;
};

}  // namespace superwarp::cli
