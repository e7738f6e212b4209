// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/bank_event.h"
#include "language/busy_times.h"
#include "language/disagreement.h"
#include "language/mapping.h"
#include "language/program.h"
#include "language/reference.h"
#include "sysc/rtl_unit.h"
#include "tb/lawful.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::tb {

/// What a run on the bench may be asked for.
struct BenchOptions {
  Reference* reference = nullptr;  ///< foretells every time and word; nullptr: nobody does
  bool record = false;             ///< bank events and dispatches
  std::string waves;  ///< FST file of the run, or of the filling that goes wrong; empty: none
  /// Told now and then how many time units have passed, those of filling the memory before the run
  /// and of reading it back after it included: about words / width each.
  std::function<void(std::uint64_t)> progress;
};

/// What the bench measured on the RTL.
struct BenchResult {
  std::uint64_t time_units = 0;  ///< until the last slot was complete
  std::uint64_t slots = 0;       ///< total congestion
  BusyTimes busy;                ///< on a hierarchical machine
  std::uint64_t max_congestion = 0;
  std::uint64_t dispatches = 0;
  std::uint64_t requests = 0;
  std::uint64_t cycles = 0;  ///< clock cycles simulated for the program itself
  double seconds = 0;        ///< of wall clock for those
  Recording recording;       ///< if it was asked for

  /// The first thing that is not lawful, not what the reference foretells, or against the RTL's own
  /// assertions; the run was stopped there. While the memory is being filled: the program did not
  /// run and everything above is 0.
  std::optional<Disagreement> disagreement;

  /// The memory after the run, words() of the program; empty after a disagreement.
  std::vector<Word> memory;
  /// Those that a hierarchical machine has besides `memory`, which is the first one.
  std::vector<std::vector<Word>> other_memories;
};

/// One memory of a machine, and the unit that it is.
struct BenchMemory {
  std::shared_ptr<sysc::RtlUnit> unit;
  const Mapping* mapping = nullptr;  ///< must outlive its use
};

/// The SystemC bench: clock, memory units, sea of threads, and who listens to the bank events:
/// statistics, recorder, the lawful checker always, one a memory, the timed one where there is a
/// reference.
///
/// SystemC elaborates once a process: make one Bench and run everything on it, one run after
/// another.
class Bench {
 public:
  Bench();
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Loads the mapping's key, fills the memory with the program's initial words, runs the program
  /// on `unit`, reads the memory back. `mapping` is the machine's. Throws what Threads throws for a
  /// program that does not fit the machine.
  BenchResult run(const std::shared_ptr<sysc::RtlUnit>& unit, const Machine& machine,
                  const Mapping& mapping, const Program& program, const BenchOptions& options = {});

  /// The same on a machine with several memories, machine.memories() of them. Throws
  /// std::invalid_argument for another number, and for waves, which are of one.
  BenchResult run(const std::vector<BenchMemory>& memories, const Machine& machine,
                  const Program& program, const BenchOptions& options = {});

 private:
  class Module;
  class Run;
  struct Judged;

  /// `program` from the first dispatch to the last completion, without filling the memories.
  BenchResult drive(const std::vector<Judged>& memories, const Machine& machine,
                    const Program& program, const BenchOptions& options);

  std::unique_ptr<Module> module_;  ///< out of sight, so that users need not compile SystemC
};

}  // namespace superwarp::tb
