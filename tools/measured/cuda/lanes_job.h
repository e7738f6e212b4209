// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/gpu/access.h"
#include "tools/measured/cuda/job.h"
#include "tools/measured/measurement.h"

namespace superwarp::cuda {

/// One instruction of a warp whose lanes are listed, queued.
struct LanesJob {
  gpu::Operation operation = gpu::Operation::kRead;
  bool drops_result = false;       ///< of an atomic
  std::uint32_t words_a_lane = 1;  ///< registers of a lane; of ldmatrix and stmatrix, matrices
  std::uint32_t warps = 1;
  std::uint32_t sub_cores = 1;
  std::uint32_t words = 0;                  ///< of shared memory
  std::vector<std::uint32_t> byte_address;  ///< of the lanes of a warp; kIdle: none
};

/// The lanes that take part, numbered from 0, those with an address or all; kIdle: it does not.
std::vector<std::uint32_t> ranks(const LanesJob& job, bool all);

bool is_lanes(const crosscheck::Pattern& pattern);

/// Throws std::invalid_argument for a pattern that no instruction makes.
LanesJob lanes_job(const crosscheck::Pattern& pattern);

/// The contents of memory and registers before and after.
struct LanesWords {
  std::vector<std::uint32_t> initial;   ///< shared memory
  std::vector<std::uint32_t> element;   ///< registers, lane by lane
  std::vector<std::uint32_t> memory;    ///< shared memory after
  std::vector<std::uint32_t> returned;  ///< registers after; empty: not determined
};

/// For `issued` instructions of every warp.
LanesWords lanes_words(const LanesJob& job, std::uint32_t issued);

}  // namespace superwarp::cuda
