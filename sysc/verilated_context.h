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

/// The simulation of a Verilated unit. A failed assertion does not end the process, because its
/// edge must reach the waveform.
struct Context : VerilatedContext {
  Context() {
    fatalOnError(false);
    traceEverOn(true);
  }

  /// Verilator's run time finds a thread's context through one pointer per library, for example to
  /// unregister scopes. Without this call it points to the newest unit, even if that is gone.
  void be_current() { Verilated::threadContextp(this); }

  /// Writes the counts of lines and toggles to a new file in the folder that scripts/coverage
  /// names. Call it before the model, which holds the counts, is destroyed.
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
