// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "language/machine.h"
#include "language/program.h"

/// \file
/// The hierarchical machine and test programs for it.

namespace superwarp::test {

/// DMMs of latency 1 in front of a global memory of `latency`.
inline Machine hierarchical(std::uint32_t width, std::uint32_t multiprocessors,
                            std::uint32_t latency, Schedule schedule) {
  Machine machine;
  machine.width = width;
  machine.latency = 1;
  machine.schedule = schedule;
  machine.hierarchy = Hierarchy{multiprocessors, latency};
  return machine;
}

/// Accesses by round and warp, one block for each multiprocessor. Writes leave tokens.
class HierarchicalTrace final : public Program {
 public:
  enum class Barrier : std::uint8_t { kNone, kBlock, kDevice };

  HierarchicalTrace(std::uint32_t width, std::uint32_t multiprocessors, std::uint32_t warps_of_each,
                    std::uint64_t shared_words, std::uint64_t global_words)
      : Program(width, width * multiprocessors * warps_of_each),
        blocks_(multiprocessors),
        shared_words_(shared_words),
        global_{global_words} {}

  void add(std::uint64_t round, std::uint32_t warp, Space space, Op op,
           std::vector<Address> address) {
    accesses_[{round, warp}] = {space, op, std::move(address)};
    if (barrier_.size() <= round) barrier_.resize(round + 1);
  }
  void barrier_after(std::uint64_t round, Barrier barrier) { barrier_.at(round) = barrier; }

  [[nodiscard]] std::uint32_t blocks() const override { return blocks_; }
  [[nodiscard]] std::uint64_t rounds() const override { return barrier_.size(); }
  [[nodiscard]] std::uint64_t words() const override { return shared_words_; }
  [[nodiscard]] const Image* global() const override { return &global_; }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return barrier_[round] != Barrier::kNone;
  }
  [[nodiscard]] bool device_barrier_after(std::uint64_t round) const override {
    return barrier_[round] == Barrier::kDevice;
  }
  [[nodiscard]] Space space(std::uint64_t round, std::uint32_t warp) const override {
    const auto found = accesses_.find({round, warp});
    return found == accesses_.end() ? Space::kShared : found->second.space;
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* data) const override {
    const auto found = accesses_.find({round, warp});
    if (found == accesses_.end()) return Op::kRead;
    const Access& access = found->second;
    std::copy(access.address.begin(), access.address.end(), address);
    for (std::uint32_t lane = 0; lane < width(); ++lane)
      data[lane] = written_token(round, std::uint64_t{warp} * width() + lane, threads());
    return access.op;
  }

 private:
  struct Access {
    Space space = Space::kShared;
    Op op = Op::kRead;
    std::vector<Address> address;
  };
  struct Words final : Image {
    explicit Words(std::uint64_t count) : count(count) {}
    [[nodiscard]] std::uint64_t words() const override { return count; }
    std::uint64_t count;
  };

  std::uint32_t blocks_;
  std::uint64_t shared_words_;
  Words global_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Access> accesses_;
  std::vector<Barrier> barrier_;
};

/// The worked example of docs/spec/hierarchy.md, with `barrier` between its rounds.
inline std::unique_ptr<HierarchicalTrace> hierarchy_example(HierarchicalTrace::Barrier barrier) {
  auto trace = std::make_unique<HierarchicalTrace>(4, 2, 2, 12, 16);
  trace->add(0, 0, Space::kGlobal, Op::kRead, {0, 1, 2, 3});
  trace->add(0, 1, Space::kGlobal, Op::kRead, {4, 8, 5, 9});
  trace->add(0, 2, Space::kGlobal, Op::kRead, {12, 13, 14, 15});
  trace->add(0, 3, Space::kShared, Op::kRead, {0, 4, 8, 1});
  trace->add(1, 0, Space::kShared, Op::kRead, {0, 1, 2, 3});
  trace->add(1, 2, Space::kShared, Op::kRead, {0, 1, 2, 3});
  trace->add(1, 3, Space::kGlobal, Op::kRead, {0, 1, 2, 3});
  trace->barrier_after(0, barrier);
  return trace;
}

/// Random accesses: few or many addresses, one memory or both, reads and writes, both kinds of
/// barriers, idle warps. All warps of a super warp have the same operation and memory.
inline std::unique_ptr<HierarchicalTrace> random_hierarchical_trace(const Machine& machine,
                                                                    std::mt19937_64& random) {
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  const std::uint32_t d = machine.multiprocessors();
  const std::uint32_t super_warps = 1 + below(4);
  const std::uint32_t rows = 1 + below(6);
  const std::uint32_t words = rows * machine.width;
  auto trace = std::make_unique<HierarchicalTrace>(machine.width, d,
                                                   super_warps * machine.super_warp, words, words);
  const std::uint32_t mostly_global = below(4);
  const std::uint64_t rounds = 1 + below(8);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint32_t g = 0; g < d * super_warps; ++g) {
      const Op op = below(2) == 0 ? Op::kRead : Op::kWrite;
      const Space space = below(4) < mostly_global ? Space::kGlobal : Space::kShared;
      if (below(4) == 0) continue;
      for (std::uint32_t i = 0; i < machine.super_warp; ++i) {
        std::vector<Address> address(machine.width);
        for (Address& a : address) a = below(6) == 0 ? kInactive : below(words);
        trace->add(round, g * machine.super_warp + i, space, op, address);
      }
    }
  }
  if (trace->rounds() == 0)
    trace->add(0, 0, Space::kGlobal, Op::kRead, std::vector<Address>(machine.width));
  for (std::uint64_t round = 0; round < trace->rounds(); ++round) {
    const std::uint32_t kind = below(6);
    if (kind < 2) {
      trace->barrier_after(round, kind == 0 ? HierarchicalTrace::Barrier::kBlock
                                            : HierarchicalTrace::Barrier::kDevice);
    }
  }
  return trace;
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
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return program_->barrier_after(round);
  }
  [[nodiscard]] bool device_barrier_after(std::uint64_t round) const override {
    return program_->barrier_after(round);
  }
  [[nodiscard]] Space space(std::uint64_t /*round*/, std::uint32_t /*warp*/) const override {
    return Space::kGlobal;
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override {
    return program_->access(round, warp, registers, address, data);
  }
  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* registers) const override {
    program_->receive(round, thread, word, registers);
  }

 private:
  std::unique_ptr<const Program> program_;
  std::uint32_t multiprocessors_;
};

}  // namespace superwarp::test
