// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/crosscheck/gpu.h"
#include "sim/crosscheck/measurement.h"

namespace superwarp::crosscheck {

/// A pattern of shared memory without a value.
Pattern pattern_of(AccessKind kind, std::uint32_t parameter, Quantity quantity,
                   std::uint32_t warps = 1, std::uint32_t bits = 32);

/// What a GPU would measure that follows `rules` to the letter: conflict degrees 1 .. 32 as time of
/// one warp and as throughput of 1 and 4 warps on as many sub-cores, each value off by at most
/// `noise` (relative, uniform, from `seed`).
Measurement synthetic(const GpuRules& rules, double cycles_per_slot, double latency, double noise,
                      std::uint64_t seed);

/// The rules of a GPU whose single sub-core gets every other slot.
GpuRules four_sub_cores();

/// A file with this text that is gone when the test is over, and its name.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text);
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace superwarp::crosscheck
