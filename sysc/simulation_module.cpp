// SPDX-License-Identifier: Apache-2.0
#include "sysc/memory_unit.h"

/// \file
/// The library that sysc::simulation() loads.

namespace superwarp::sysc {
namespace {

class Module final : public Simulation {
 public:
  void run(const std::vector<RtlUnit*>& units, TimeUnitListener& listener) override {
    memory_unit_.attach(units, &listener);
    sc_core::sc_start();
    memory_unit_.attach({}, nullptr);
  }

 private:
  MemoryUnit memory_unit_{"memory_unit", sc_core::sc_time(1, sc_core::SC_NS)};
};

}  // namespace
}  // namespace superwarp::sysc

/// Never destroyed: at exit the units' libraries may be unloaded first.
extern "C" __attribute__((visibility("default"))) superwarp::sysc::Simulation* superwarp_simulation() {
  return new superwarp::sysc::Module;
}

/// SystemC's library refers to it; it is not called.
__attribute__((visibility("default"))) int sc_main(int /*argc*/, char** /*argv*/) { return 0; }
