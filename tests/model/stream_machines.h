// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>

#include "language/machine.h"
#include "sim/model/stream_model.h"
#include "tests/model/machines.h"

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

}  // namespace superwarp::model
