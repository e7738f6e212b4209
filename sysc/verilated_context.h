// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

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
};

}  // namespace superwarp::sysc
