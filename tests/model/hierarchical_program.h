// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "sim/trace/trace_program.h"

/// \file
/// The hierarchical machine and test programs for it.

namespace superwarp::test {

/// DMMs of latency 1 in front of a global memory of `latency`.
inline Machine hierarchical(std::uint32_t width, std::uint32_t multiprocessors, std::uint32_t latency,
                            Schedule schedule) {
  Machine machine;
  machine.width = width;
  machine.latency = 1;
  machine.schedule = schedule;
  machine.hierarchy = Hierarchy{multiprocessors, latency};
  return machine;
}

enum class Barrier : std::uint8_t { kNone, kBlock, kDevice };

/// The worked example of docs/spec/hierarchy.md, with `barrier` between its rounds.
inline trace::TraceProgram hierarchy_example(Barrier barrier) {
  trace::Trace trace;
  const auto read = [&](std::uint64_t round, std::uint32_t warp, Space space, const std::vector<Address>& address) {
    trace.add(round, warp, Op::kRead, address, 0, space);
  };
  read(0, 0, Space::kGlobal, {0, 1, 2, 3});
  read(0, 1, Space::kGlobal, {4, 8, 5, 9});
  read(0, 2, Space::kGlobal, {12, 13, 14, 15});
  read(0, 3, Space::kShared, {0, 4, 8, 1});
  if (barrier != Barrier::kNone) trace.add_barrier(barrier == Barrier::kDevice);
  read(1, 0, Space::kShared, {0, 1, 2, 3});
  read(1, 2, Space::kShared, {0, 1, 2, 3});
  read(1, 3, Space::kGlobal, {0, 1, 2, 3});
  return trace::TraceProgram(trace, 2, 2);
}

/// Random accesses: few or many addresses, one memory or both, reads and writes, both kinds of
/// barriers, idle warps. All warps of a super warp have the same operation and memory.
inline trace::TraceProgram random_hierarchical_trace(const Machine& machine, std::mt19937_64& random) {
  const auto below = [&](std::uint64_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  const std::uint32_t d = machine.multiprocessors();
  const std::uint32_t super_warps = 1 + below(4);
  const std::uint32_t words = (1 + below(6)) * machine.width;
  const std::uint32_t mostly_global = below(4);
  const std::uint64_t rounds = 1 + below(8);
  trace::Trace trace;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint32_t g = 0; g < d * super_warps; ++g) {
      const Op op = below(2) == 0 ? Op::kRead : Op::kWrite;
      const Space space = below(4) < mostly_global ? Space::kGlobal : Space::kShared;
      if (below(4) == 0) continue;
      for (std::uint32_t i = 0; i < machine.super_warp; ++i) {
        std::vector<Address> address(machine.width);
        for (Address& a : address) a = below(6) == 0 ? kInactive : below(words);
        trace.add(round, g * machine.super_warp + i, op, address, 0, space);
      }
    }
    if (below(3) == 0) trace.add_barrier(below(2) == 0);
  }
  // Each memory has a word, whatever was drawn.
  const std::vector<Address> first(machine.width);
  trace.add(rounds, 0, Op::kRead, first, 0, Space::kGlobal);
  trace.add(rounds + 1, 0, Op::kRead, first);
  return trace::TraceProgram(trace, d, super_warps * machine.super_warp);
}

/// Moves all accesses of a program of one memory to the global memory; its threads are spread over
/// the multiprocessors.
class InGlobalMemory final : public Program {
 public:
  InGlobalMemory(std::unique_ptr<const Program> program, std::uint32_t multiprocessors)
      : Program(program->width(), program->threads()),
        program_(std::move(program)),
        multiprocessors_(multiprocessors) {}

  [[nodiscard]] std::uint32_t blocks() const override { return multiprocessors_; }
  [[nodiscard]] std::uint64_t rounds() const override { return program_->rounds(); }
  [[nodiscard]] std::uint64_t words() const override { return 0; }
  [[nodiscard]] const Image* global() const override { return program_.get(); }
  [[nodiscard]] std::uint32_t registers() const override { return program_->registers(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override { return program_->barrier_after(round); }
  [[nodiscard]] bool device_barrier_after(std::uint64_t round) const override { return program_->barrier_after(round); }
  [[nodiscard]] Space space(std::uint64_t /*round*/, std::uint32_t /*warp*/) const override { return Space::kGlobal; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override {
    return program_->access(round, warp, registers, address, data);
  }
  void receive(std::uint64_t round, std::uint32_t thread, Word word, Word* registers) const override {
    program_->receive(round, thread, word, registers);
  }

 private:
  std::unique_ptr<const Program> program_;
  std::uint32_t multiprocessors_;
};

}  // namespace superwarp::test
