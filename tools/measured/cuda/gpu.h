// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>

#include "tools/measured/cuda/job.h"
#include "tools/measured/measurement.h"

namespace superwarp::cuda {

/// No usable GPU.
class NoGpu : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A GPU. All functions throw std::runtime_error with CUDA's message if CUDA fails.
class Gpu {
 public:
  /// Throws NoGpu without a driver or a GPU of this number.
  explicit Gpu(int number);

  [[nodiscard]] crosscheck::MeasuredDevice device() const;

  /// Cycles of one access if chained, else from warp access to warp access of the multiprocessor.
  /// Measured as the difference of two lengths, which cancels the clock, the barrier and the start.
  Timing run(const AccessJob& job, std::uint32_t repetitions);

  /// Cycles of the whole program with its barriers, without the cycles of reading the clock.
  Timing run(const MoveJob& job, std::uint32_t repetitions);
  Timing run(const SumJob& job, std::uint32_t repetitions);

 private:
  int number_;
};

}  // namespace superwarp::cuda
