// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "model/machine/shape.h"
#include "model/reference/machine_check.h"
#include "model/reference/reference_model.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"
#include "tests/units/headers.h"

/// \file
/// Short constructors of machines and traces for tests.

namespace superwarp {

inline void PrintTo(Schedule schedule, std::ostream* out) {
  *out << (schedule == Schedule::kRounds ? "rounds" : "async");
}

namespace model {

inline Machine make_machine(MachineKind kind, std::uint32_t width, std::uint32_t latency, std::uint32_t super_warp,
                            Schedule schedule, std::uint64_t rows) {
  Machine machine;
  machine.kind = kind;
  machine.width = width;
  machine.latency = latency;
  machine.super_warp = super_warp;
  machine.schedule = schedule;
  machine.rows = rows;
  return machine;
}

/// An SDMM whose warps overlap.
inline Machine overlapping(Rpu rpu, std::uint32_t width, std::uint32_t latency, const Streaming& streaming,
                           Schedule schedule) {
  Machine machine = make_machine(MachineKind::kSdmm, width, latency, 1, schedule, 0);
  machine.rpu = rpu;
  machine.streaming = streaming;
  return machine;
}

/// The totals of a run without data, on the smallest memory for the program.
inline Figures totals_of(const Program& program, Machine machine) {
  machine.rows = rows_covering(program.words(), machine.bank_count());
  ReferenceModel model(program, machine, {false});
  model.run();
  return model.totals();
}

/// The trace of `lines`, without the format's first line.
inline trace::Trace trace_of(const std::string& lines) {
  std::istringstream in("# superwarp-trace 1\n" + lines);
  return trace::read_trace(in, "test");
}

/// Time units that a request waits at most in a window, with a queue behind it or not.
inline std::uint32_t longest_wait(const Machine& machine) {
  const std::uint32_t match = machine.rpu == Rpu::kPipelined ? machine.streaming.passes + 1 : 0;
  const std::uint32_t places = lane_places(machine);
  return places > machine.streaming.depth ? places * (machine.width + match) : places * machine.width + match;
}

/// Runs the rest of `model` and expects every promised word of `program` in its memory. Returns the
/// number of words.
inline std::uint64_t expect_promised(Model& model, const Program& program) {
  model.run();
  std::uint64_t checked = 0;
  for (const AddressRange& range : program.promised()) {
    for (std::uint64_t i = range.first; i < range.end; ++i, ++checked) {
      const auto address = static_cast<Address>(i);
      EXPECT_EQ(model.word(address), program.expected(address)) << "address " << i;
    }
  }
  return checked;
}

/// Parameters in the names of tests.
inline std::string name_of(const ::testing::TestParamInfo<Schedule>& info) {
  return ::testing::PrintToString(info.param);
}

}  // namespace model
}  // namespace superwarp
