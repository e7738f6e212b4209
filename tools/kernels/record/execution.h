// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tools/kernels/record/program.h"

namespace superwarp::record {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process, so that it can clean up.
/// They end the recorded program. refuse_if_interrupted() throws std::runtime_error after one, and
/// the destructor ends the process by it. Signals that are ignored, as by nohup, stay so.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

void refuse_if_interrupted();

/// What of a program's run is recorded.
struct Selection {
  std::string kernels;            ///< parts of names, with commas; empty: all
  std::string launches;           ///< "3" or "2..5", from 1; empty: all
  std::string blocks;             ///< linear numbers, "0..7"; empty: all
  std::uint64_t repeats = 10;     ///< launches of one kernel with one grid and block; 0: all
  std::uint64_t bytes = 0;        ///< of all launches together
  std::uint32_t seconds = 300;    ///< that a launch may take
  std::uint32_t block_kib = 227;  ///< shared memory that a block may have at most
  bool global = true;             ///< record global memory too
  bool record = true;             ///< else only run and check
  bool output_to_stderr = false;  ///< what the program prints
};

/// Two accesses, or an access, or barriers that break CUDA's rules.
struct Defect {
  std::string kind;         ///< "race", "bounds", "barrier"
  std::uint64_t pc = 0;     ///< of one instruction
  std::uint64_t other = 0;  ///< of the other one, if there are two
  std::uint32_t thread = 0;
};

/// A kernel launch that ran.
struct LaunchFacts {
  std::uint64_t number = 0;  ///< from 1
  std::string kernel;        ///< with its parameters' types
  std::string grid;          ///< "x,y,z"
  std::string block;
  std::uint64_t blocks = 0;                 ///< that were looked at
  std::uint64_t shared_bytes = 0;           ///< of a block
  std::set<std::string> skipped;            ///< why blocks were left out: "selection", "repeat", "full"
  std::uint64_t base = 0;                   ///< the address from which the PCs of `body` count
  std::vector<std::uint64_t> instructions;  ///< addresses
  std::vector<std::uint64_t> loops;         ///< those of atomics that are loops
  std::vector<Defect> defects;
  std::filesystem::path body;  ///< blocks, as a .traceg has them; empty if none was recorded
};

struct Execution {
  int status = 0;                      ///< exit status of the program
  std::vector<std::string> lock_step;  ///< kernels for which the program ran again, see execute()
  std::vector<LaunchFacts> launches;
  std::set<std::string> refused;  ///< launches that CUDA refuses, each with the rule that it breaks
};

/// Runs `program`, which may read standard input and prints where this process does, and leaves its
/// launches in `folder`. Lanes of a warp run ahead of each other where the first block of a kernel
/// did not need lock step; if a later one does, the program runs again. A failure within a kernel
/// is a std::runtime_error with kernel, block, thread and line.
Execution execute(const Program& program, const std::vector<std::string>& arguments, const Selection& selection,
                  const std::filesystem::path& folder);

/// Throws std::runtime_error if `folder` has such a file that this program did not write.
void refuse_foreign(const std::filesystem::path& folder);

/// Writes every recorded launch of `execution` as FOLDER/kernel-N.traceg, and FOLDER/kernelslist.g
/// with their names. Only when all of them are complete, they replace what `folder` held under
/// these names. The header of a trace says where its instructions stand in the source
/// (docs/your-kernel.md). Returns the traces' paths.
std::vector<std::filesystem::path> write_recording(const Program& program, const Execution& execution,
                                                   const std::filesystem::path& folder);

}  // namespace superwarp::record
