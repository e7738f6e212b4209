// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/machine.h"
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

}  // namespace superwarp::model
