// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "model/machine/machine.h"
#include "model/machine/mapping.h"
#include "model/machine/program.h"
#include "model/reference/mapping.h"
#include "tb/bench.h"
#include "tests/platform/facts.h"

namespace superwarp::test {

/// A machine with a program.
struct Setting {
  Machine machine;
  std::unique_ptr<Program> program;
  std::unique_ptr<Mapping> mapping;

  /// `machine` fitted to the program.
  Setting(Machine its_machine, std::unique_ptr<Program> its_program)
      : machine(std::move(its_machine)), program(std::move(its_program)) {
    machine.width = program->width();
    model::fit(machine, program->words());
    mapping = model::make_mapping(machine);
  }
};

/// A run in a form that does not depend on how it was observed.
struct Seen {
  std::vector<Facts> units;              ///< time units with an access
  std::vector<std::uint64_t> completed;  ///< by dispatch: its last time unit
  std::vector<std::vector<Word>> words;  ///< by dispatch and lane: the word it read, or 0
  std::vector<Word> memory;              ///< after the run
};

/// The run of a recorded `result`.
inline Seen seen_by(const tb::BenchResult& result, const Setting& setting) {
  Seen seen;
  seen.completed.resize(result.recording.dispatches.size());
  seen.words.assign(seen.completed.size(), std::vector<Word>(setting.machine.lanes()));
  seen.memory = result.memory;
  for (const TimeUnit& unit : result.recording.units) {
    seen.units.emplace_back(unit);
    for (const Served& served : unit.served) {
      if (unit.events[served.event].op == Op::kRead) seen.words[served.dispatch][served.lane] = served.word;
    }
    for (const DispatchId id : unit.completed) seen.completed[id] = unit.time;
  }
  return seen;
}

constexpr int kPeriod = 2;  // ns

/// A memory unit in a simulation with a driver that runs the setting's program on it. Make it
/// before the simulation starts.
class Subject : public sc_core::sc_module {
 public:
  explicit Subject(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  /// Runs the program as the bench did. Exceptions name the fault.
  virtual Seen run(const tb::BenchResult& bench) = 0;
};

/// The module with ports, driven by the bench's warp scheduler.
std::unique_ptr<Subject> pin_subject(const std::string& name, const Setting& setting);

/// The TLM target. It gets the bench's dispatches at the bench's times, by nb_transport and
/// b_transport in turn, and the protocol is checked.
std::unique_ptr<Subject> tlm_subject(const std::string& name, const Setting& setting);

}  // namespace superwarp::test
