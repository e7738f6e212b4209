// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// Listens to memory units. Called once in the middle of every cycle, when the outputs have settled and the inputs for
/// the next rising edge may still change. Several units with one clock call it once each, in their order. Returning
/// false pauses the simulation.
class TimeUnitListener {
 public:
  virtual ~TimeUnitListener() = default;
  virtual bool on_time_unit(RtlUnit& unit) = 0;
};

/// SystemC with one memory module, whose units change from run to run, since SystemC elaborates once in a process.
class Simulation {
 public:
  virtual ~Simulation() = default;
  /// Clocks `units` until the listener pauses.
  virtual void run(const std::vector<RtlUnit*>& units, TimeUnitListener& listener) = 0;
};

/// The process's simulation. The first call loads SystemC, so that a program that does not simulate starts without it.
/// Make it before any other module of SystemC starts. Throws std::runtime_error if it cannot be loaded.
Simulation& simulation();

/// Why SystemC cannot be loaded; empty: it is loaded.
std::string simulation_missing();

}  // namespace superwarp::sysc
