// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>

#include "cuda/job.h"
#include "sim/crosscheck/measurement.h"

namespace superwarp::cuda {

/// There is no GPU to measure on.
class NoGpu : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The GPU that measures. All of it throws std::runtime_error with CUDA's own words where CUDA
/// fails.
class Gpu {
 public:
  /// Throws NoGpu where there is no GPU of that number, or no driver.
  explicit Gpu(int number);

  [[nodiscard]] crosscheck::MeasuredDevice device() const;

  /// Cycles of an access: of one where accesses are chained, else from warp access to warp access
  /// of the multiprocessor. The difference of two lengths, so that the clock, the barrier and the
  /// way to the first access drop out.
  Timing run(const AccessJob& job, std::uint32_t repetitions);

  /// Cycles of the whole program with its barriers, without those that reading the clock takes.
  Timing run(const MoveJob& job, std::uint32_t repetitions);
  Timing run(const SumJob& job, std::uint32_t repetitions);

 private:
  int number_;
};

}  // namespace superwarp::cuda
