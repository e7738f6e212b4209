#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "language/machine.h"
#include "language/program.h"
#include "language/reference.h"
#include "language/slot.h"
#include "sysc/memory_unit.h"
#include "sysc/rtl_unit.h"

namespace superwarp::tb {

/// What a run on the bench may be asked for.
struct BenchOptions {
  Reference* reference = nullptr;  ///< compares every response; nullptr: nothing is compared
  bool record = false;             ///< slots and dispatches
  std::string waves;  ///< FST file of the run, or of the filling that goes wrong; empty: none
  /// Told now and then how many time units have passed, those of filling the memory before the run
  /// and of reading it back after it included: about words / width each.
  std::function<void(std::uint64_t)> progress;
};

/// What the bench measured on the RTL.
struct BenchResult {
  std::uint64_t time_units = 0;  ///< until the last slot was complete
  std::uint64_t slots = 0;       ///< total congestion
  std::uint64_t max_congestion = 0;
  std::uint64_t dispatches = 0;
  std::uint64_t requests = 0;
  std::uint64_t cycles = 0;          ///< clock cycles simulated for the program itself
  double seconds = 0;                ///< of wall clock for those
  std::vector<Slot> recorded;        ///< in order of time
  std::vector<Dispatch> dispatched;  ///< likewise

  /// The first disagreement with the reference, the RTL's own assertions, or the rules of the
  /// ports; the run was stopped there. While the memory is being filled: the program did not run
  /// and everything above is 0.
  std::optional<std::string> disagreement;

  /// The memory after the run, words() of the program; empty after a disagreement.
  std::vector<Word> memory;
};

/// The SystemC bench: clock, memory unit, sea of threads, monitor, scoreboard.
///
/// SystemC elaborates once a process: make one Bench and run everything on it, one run after
/// another.
class Bench : public sc_core::sc_module, private sysc::CycleListener {
 public:
  Bench();

  /// Loads the mapping's key, fills the memory with the program's initial words, runs the program
  /// on `unit`, reads the memory back. Throws what Threads throws for a program that does not fit
  /// the machine.
  BenchResult run(const std::shared_ptr<sysc::RtlUnit>& unit, const Machine& machine,
                  const Program& program, const BenchOptions& options = {});

 private:
  class Run;

  void on_cycle(sysc::RtlUnit& unit) override;
  void clock(Run& run);
  /// `program` from the first dispatch to the last response, without memory.
  BenchResult drive(sysc::RtlUnit& unit, const Machine& machine, const Program& program,
                    const BenchOptions& options);

  sc_core::sc_clock clk_{"clk", sc_core::sc_time(1, sc_core::SC_NS)};
  sysc::MemoryUnit memory_unit_{"memory_unit"};
  Run* run_ = nullptr;
};

}  // namespace superwarp::tb
