// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tools/measured/tests/cuda/emulated/ptx.h"

namespace superwarp::emulated {

/// A launch of one block.
struct Launch {
  std::uint32_t threads = 0;  ///< a multiple of 32
  std::size_t shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
};

/// Throws std::runtime_error unless `bytes` bytes at an address of global memory are allocated.
using CheckGlobal = std::function<void(std::uint64_t address, std::size_t bytes)>;

/// Runs a block on one multiprocessor: lanes in lockstep, warp w on sub-core w mod 4, one
/// instruction a cycle and sub-core, in order; results are ready a cycle later, except those of
/// memory. Throws std::runtime_error for an address out of bounds and a missed or missing barrier.
void run_block(const Kernel& kernel, const Launch& launch, const CheckGlobal& check_global);

}  // namespace superwarp::emulated
