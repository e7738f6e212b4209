// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/figures.h"
#include "model/machine/mapping.h"
#include "model/machine/program.h"
#include "model/machine/reference.h"
#include "sysc/rtl_unit.h"
#include "tb/lawful.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// Options of a run.
struct BenchOptions {
  Reference* reference = nullptr;  ///< predicts all times and words; nullptr: they are not compared
  bool record = false;             ///< keep bank events and dispatches
  std::string waves;               ///< FST file of the run, or of a failed memory fill; empty: none
  /// Called at times with the number of time units so far. They include filling the memory before
  /// the run and reading it back: about words / width each.
  std::function<void(std::uint64_t)> progress;
};

/// The bench's measurements of the RTL. After a failed memory fill all figures are 0.
struct BenchResult : Figures {
  Recording recording;  ///< with BenchOptions::record

  /// The first broken law, difference from the reference, or failed RTL assertion; it ended the
  /// run.
  std::optional<Disagreement> disagreement;

  /// The program's words after the run; empty after a disagreement.
  std::vector<Word> memory;
  /// Memories 1, 2, .. of a hierarchical machine.
  std::vector<std::vector<Word>> other_memories;
};

/// One memory of a machine.
struct BenchMemory {
  std::shared_ptr<sysc::RtlUnit> unit;
  const Mapping* mapping = nullptr;  ///< must outlive its use
};

/// The SystemC bench: clock, memory units, sea of threads, and the listeners to bank events:
/// statistics, recorder, a lawful checker for each memory, and with a reference the timed checker.
///
/// SystemC elaborates once a process, so run everything in turn.
class Bench {
 public:
  /// Whether a second thread checks, except in runs with waves. It does by default if there are two
  /// cores. Results are the same.
  void check_in_second_thread(bool yes) { second_thread_ = yes; }

  /// Loads the mapping's key, fills the memory with the program's initial words, runs the program
  /// on `unit`, and reads the memory back. `mapping` is the machine's. Throws like Threads if the
  /// program does not fit the machine.
  BenchResult run(const std::shared_ptr<sysc::RtlUnit>& unit, const Machine& machine, const Mapping& mapping,
                  const Program& program, const BenchOptions& options = {});

  /// The same on a machine of machine.memories() memories. Throws std::invalid_argument for another
  /// number, and for waves of several memories.
  BenchResult run(const std::vector<BenchMemory>& memories, const Machine& machine, const Program& program,
                  const BenchOptions& options = {});

 private:
  class Run;
  struct Judged;

  /// Runs `program` from the first dispatch to the last completion; the memories keep their words.
  BenchResult drive(const std::vector<Judged>& memories, const Machine& machine, const Program& program,
                    const BenchOptions& options);

  bool second_thread_ = std::thread::hardware_concurrency() > 1;
};

}  // namespace superwarp::tb
