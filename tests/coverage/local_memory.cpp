// SPDX-License-Identifier: Apache-2.0
#include <verilated.h>
#include <verilated_cov.h>

#include "Vlocal_memory_tb.h"

/// \file
/// Runs tests/vortex/local_memory_tb.sv to its $finish and keeps what its RTL has counted, in the
/// file that is named first (scripts/coverage). Verilator's own main keeps nothing.
int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vlocal_memory_tb bench(&context);
  for (bench.eval(); !context.gotFinish(); bench.eval()) {
    if (!bench.eventsPending()) return 1;  // it ends by $finish
    context.time(bench.nextTimeSlot());
  }
  context.coveragep()->write(argv[1]);
}
