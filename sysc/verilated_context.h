// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>
#if VM_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>

#include <cstdlib>
#include <string>
#endif

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/key_port.h"

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

/// What all adapters share: `Unit` is the interface that the bench sees, `Model` the Verilated
/// class.
template <class Unit, class Model>
class VerilatedUnitOf : public Unit {
 public:
  ~VerilatedUnitOf() override {
    context_.keep_coverage();
    context_.be_current();
    model_.final();
  }

  [[nodiscard]] bool assertion_failed() const override { return context_.gotError(); }

 protected:
  virtual void edge(int level) {
    model_.clk_i = level;
    model_.eval();
    context_.timeInc(1);
  }

  void clock() {
    edge(0);
    edge(1);
  }

  /// Holds the unit in reset for two cycles. A failed assertion belongs to the run it failed in.
  void clock_reset() {
    context_.be_current();
    context_.gotError(false);
    model_.rst_ni = 0;
    for (int cycle = 0; cycle < 2; ++cycle) clock();
    model_.rst_ni = 1;
  }

  void clock_key(const std::vector<KeyWrite>& writes) {
    model_.key_valid_i = 1;
    for (const KeyWrite& write : writes) {
      model_.key_index_i = write.index;
      model_.key_value_i = write.value;
      clock();
    }
    model_.key_valid_i = 0;
  }

  Context context_;
  Model model_{&context_};
};

}  // namespace superwarp::sysc
