// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>
#if VM_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#endif

namespace superwarp::sysc {

/// The simulation a Verilated unit lives in. Assertions do not end the process: the edge on which
/// one fails must reach the waveform.
struct Context : VerilatedContext {
  Context() {
    fatalOnError(false);
    traceEverOn(true);
  }

  /// Verilator's run time finds a thread's context through one pointer per library (scopes use it
  /// to unregister), which otherwise points to the unit made last, dead or alive.
  void be_current() { Verilated::threadContextp(this); }

  /// What RTL that counts its lines and toggles has counted, as a file of its own in the folder
  /// that asks for it (scripts/coverage); before the model goes, which holds the counts.
  void keep_coverage() {
#if VM_COVERAGE
    const char* const folder = std::getenv("SUPERWARP_RTL_COVERAGE");
    const std::string unit = std::to_string(reinterpret_cast<std::uintptr_t>(this));
    const std::string file =
        std::string(folder) + "/" + std::to_string(getpid()) + "-" + unit + ".dat";
    coveragep()->write(file.c_str());
#endif
  }
};

}  // namespace superwarp::sysc
