// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/cuda/emulated/ptx.h"

namespace superwarp::emulated {

/// A kernel's launch with one block.
struct Launch {
  std::uint32_t threads = 0;  ///< a multiple of 32
  std::size_t shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
};

/// Throws std::runtime_error unless so many bytes at an address of global memory are allocated.
using CheckGlobal = std::function<void(std::uint64_t address, std::size_t bytes)>;

/// Runs a block on one multiprocessor: warps in lockstep, each on sub-core (warp mod 4), one
/// instruction a cycle and sub-core in order, results a cycle later but those of memory. Throws
/// std::runtime_error where an address is out of bounds, threads miss a barrier, or need one.
void run_block(const Kernel& kernel, const Launch& launch, const CheckGlobal& check_global);

}  // namespace superwarp::emulated
