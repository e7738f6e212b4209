// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sim/traceg/instruction_line.h"

namespace superwarp::traceg {

/// A replayed memory instruction. Device functions that are not inlined have PCs from 0 as well,
/// so the PC alone does not identify it.
struct Instruction {
  std::uint64_t pc = 0;
  std::string opcode;
  std::uint32_t source_line = 0;  ///< 0: unknown
  OpcodeKind kind = OpcodeKind::kLoad;
  std::uint32_t bytes = 4;       ///< accessed by a thread
  std::uint64_t executions = 0;  ///< by a warp
};

/// The replayed memory instructions read so far.
class InstructionTable {
 public:
  /// Counts an execution of kind `kind`: a generic instruction may access both memories. Returns
  /// the instruction's index in all().
  std::uint32_t count(const InstructionLine& line, OpcodeKind kind) {
    const auto [place, is_new] = index_.try_emplace({line.pc, line.source_line, std::string(line.opcode_text), kind},
                                                    static_cast<std::uint32_t>(all_.size()));
    if (is_new) {
      all_.push_back({line.pc, std::string(line.opcode_text), line.source_line, kind, line.opcode.bytes, 0});
    }
    ++all_[place->second].executions;
    return place->second;
  }

  [[nodiscard]] const std::vector<Instruction>& all() const { return all_; }

 private:
  std::vector<Instruction> all_;
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::string, OpcodeKind>, std::uint32_t> index_;
};

}  // namespace superwarp::traceg
