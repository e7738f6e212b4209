// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/reference/stream_model.h"
#include "tests/model/machines.h"

/// \file
/// Machines in which warps overlap, and their worked examples.

namespace superwarp::model {

/// An SDMM with the streaming RPU.
inline Machine stream_machine(std::uint32_t width, std::uint32_t latency, Streaming streaming,
                              Schedule schedule, std::uint64_t rows) {
  Machine machine = make_machine(MachineKind::kSdmm, width, latency, 1, schedule, rows);
  machine.rpu = Rpu::kStream;
  machine.streaming = streaming;
  return machine;
}

/// A model of `good` exists, but not with other machines' kinds, super warps, other depths or the
/// priorities `others`, nor with what each of `changes` makes of it.
inline void expect_valid_only(const Program& program, const Machine& good,
                              std::initializer_list<Priority> others,
                              std::initializer_list<void (*)(Machine&)> changes = {}) {
  EXPECT_NO_THROW(StreamModel(program, good));
  const auto refused = [&](auto change) {
    Machine machine = good;
    change(machine);
    EXPECT_THROW(StreamModel(program, machine), std::invalid_argument);
  };
  refused([](Machine& m) { m.super_warp = 2; });
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kSumm, MachineKind::kGt200})
    refused([&](Machine& m) { m.kind = kind; });
  for (const std::uint32_t depth : {0U, 17U})
    refused([&](Machine& m) { m.streaming.depth = depth; });
  for (const Priority priority : others)
    refused([&](Machine& m) { m.streaming.priority = priority; });
  for (const auto change : changes) refused(change);
}

inline constexpr std::uint32_t kIdle = 0;  ///< the time unit of a lane without a request

/// A warp's dispatch: the first time unit of waiting and the time unit of each lane's service.
struct Told {
  std::uint32_t warp;
  std::uint64_t first;
  std::vector<std::uint64_t> served;
};

inline bool operator==(const Told& a, const Told& b) {
  return a.warp == b.warp && a.first == b.first && a.served == b.served;
}

inline std::ostream& operator<<(std::ostream& out, const Told& told) {
  out << "warp " << told.warp << " from " << told.first << ":";
  for (const std::uint64_t time : told.served) out << ' ' << time;
  return out;
}

class StreamExample : public ::testing::TestWithParam<Schedule> {
 protected:
  /// Runs a trace on a machine of its width and as many banks, or of this number.
  void stream(const std::string& lines, Streaming streaming, std::uint32_t latency,
              std::uint32_t banks = 0) {
    run(lines, Rpu::kStream, streaming, latency, banks);
  }

  /// The same with the pipelined match, latency 1.
  void pipeline(const std::string& lines, Streaming streaming) {
    run(lines, Rpu::kPipelined, streaming, 1);
  }

  /// The same with a crossbar, latency 1.
  void cross(const std::string& lines, std::uint32_t depth, Priority priority) {
    run(lines, Rpu::kCrossbar, {depth, 1, priority}, 1);
  }

  std::vector<Told> told_;
  std::vector<Expected> expected_;
  std::vector<Word> memory_;
  Figures totals_;

 private:
  void run(const std::string& lines, Rpu rpu, Streaming streaming, std::uint32_t latency,
           std::uint32_t banks = 0) {
    const trace::Trace trace = trace_of(lines);
    const trace::TraceProgram program(trace);
    Machine machine = stream_machine(trace.width(), latency, streaming, GetParam(), 0);
    machine.banks = banks;
    machine.rows = rows_covering(program.words(), machine.bank_count());
    machine.rpu = rpu;
    StreamModel model(program, machine);
    told_.clear();
    expected_.clear();
    for (Expected expected; model.next(expected);) {
      Told told{expected.dispatch.super_warp, expected.first_slot, {}};
      std::uint64_t last = 0;
      for (std::uint32_t lane = 0; lane < machine.width; ++lane) {
        const bool active = expected.dispatch.address[lane] != kInactive;
        told.served.push_back(active ? expected.first_slot + expected.slot[lane] : kIdle);
        last = std::max(last, told.served.back());
      }
      EXPECT_EQ(expected.first_slot + expected.congestion - 1, last);
      told_.push_back(told);
      expected_.push_back(expected);
    }
    totals_ = model.totals();
    memory_.clear();
    for (Address a = 0; a < program.words(); ++a) memory_.push_back(model.word(a));
  }
};

}  // namespace superwarp::model
