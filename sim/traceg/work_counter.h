// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/issue.h"
#include "sim/traceg/instruction_line.h"
#include "sim/traceg/latency.h"

namespace superwarp::traceg {

/// Turns the instructions of one warp into the work of its accesses (docs/spec/issue.md, "CUDA
/// traces").
class WorkCounter {
 public:
  explicit WorkCounter(const Latencies& latencies) : latencies_(latencies) {}

  /// The next instruction, which accesses no memory of the machine.
  void instruction(const InstructionLine& line) { issue(line, latencies_(line.opcode_text), false); }

  /// The next instruction is an access. `behind` gets the independent work behind the access
  /// before, if there was one in this part; returns the work before this access, itself included.
  std::vector<Segment> access(const InstructionLine& line, std::vector<Segment>* behind);

  /// The warp ends or has passed a barrier. The same; returns work that no access follows.
  std::vector<Segment> part_ends(std::vector<Segment>* behind);

 private:
  /// Segments as they grow.
  struct Runs {
    std::vector<Segment> done;
    std::uint32_t instructions = 0;  ///< of the current run
    std::uint64_t began = 0;

    void end(std::uint64_t now);
    std::vector<Segment> take(std::uint64_t now);
  };

  void issue(const InstructionLine& line, std::uint32_t latency, bool dependent);

  const Latencies& latencies_;
  std::map<std::string, std::uint64_t, std::less<>> ready_;  ///< by register
  std::set<std::string, std::less<>> loaded_;                ///< registers that the last access writes
  std::uint64_t now_ = 0;                                    ///< time of the next instruction if none waits
  Runs before_;
  Runs behind_;
  bool independent_ = false;  ///< no instruction has used the last access's word yet
};

}  // namespace superwarp::traceg
