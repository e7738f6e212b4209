// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "language/machine.h"
#include "language/mapping.h"
#include "language/program.h"
#include "tb/bench.h"
#include "tests/platform/facts.h"

namespace superwarp::test {

/// A machine with a program, and what the bench makes of it.
struct Setting {
  std::string name;
  Machine machine;
  std::unique_ptr<Program> program;
  std::unique_ptr<Mapping> mapping;

  /// `machine` fitted to the program.
  Setting(std::string name, Machine machine, std::unique_ptr<Program> program);
};

/// What has been seen of a program that ran: the same things, whoever tells them.
struct Seen {
  std::vector<Facts> units;              ///< in which a bank does something
  std::vector<std::uint64_t> completed;  ///< by dispatch: its last time unit
  std::vector<std::vector<Word>> words;  ///< by dispatch, by lane: what it read; 0 where nothing
  std::vector<Word> memory;              ///< afterwards
};

/// `result` recorded.
Seen seen_by(const tb::BenchResult& result, const Setting& setting);

constexpr int kPeriod = 2;  // ns

/// A memory unit of this project in a simulation, and somebody who runs the setting's program on
/// it. To be made before the simulation starts.
class Subject : public sc_core::sc_module {
 public:
  explicit Subject(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  /// Runs the program as the bench did. What it throws names what went wrong.
  virtual Seen run(const tb::BenchResult& bench) = 0;
};

/// Ports, and the warp scheduler of the bench in front of them.
std::unique_ptr<Subject> pin_subject(const std::string& name, const Setting& setting);

/// The TLM target, offered what the bench offered when the bench did, by nb_transport and
/// b_transport in turn, under the eyes of the protocol's rules.
std::unique_ptr<Subject> tlm_subject(const std::string& name, const Setting& setting);

}  // namespace superwarp::test
