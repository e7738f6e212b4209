// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "model/machine/machine.h"
#include "model/reference/random.h"
#include "sysc/rtl_cache.h"

namespace superwarp::soak {

/// The random numbers of one round or build. They depend only on the key.
class Draw {
 public:
  explicit Draw(std::uint64_t key) : key_(key) {}

  std::uint32_t below(std::uint32_t bound) { return model::uniform_at(key_, next_++, bound); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  std::uint64_t word() { return model::key_word(key_, next_++); }
  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[below(static_cast<std::uint32_t>(values.size()))];
  }

 private:
  std::uint64_t key_;
  std::uint64_t next_ = 0;
};

/// A memory machine: everything that its RTL is compiled for.
struct MemoryBuild {
  Machine machine;
  bool shallow = false;
};
/// The lane machine.
using LaneBuild = sysc::LaneConfig;
/// The machine with the banks of a GPU, for accesses that its rules lower.
struct GpuBuild {
  std::string gpu;  ///< a name of data/gpus
};
/// The coalescer has no parameters.
struct CoalescerBuild {};

/// A unit that rounds run on. Compiling it takes longer than a round, so many rounds share it.
using Build = std::variant<MemoryBuild, LaneBuild, GpuBuild, CoalescerBuild>;

/// Build `index` of `seed`: any machine, width, number of banks, super warp, RPU, depth, regions
/// and mapping that has RTL, one memory or several; GPUs.
Build draw_build(std::uint64_t seed, std::uint64_t index);

/// "rsdmm --super-warp 4 --mapping h3".
std::string name_of(const Build& build);

}  // namespace superwarp::soak
