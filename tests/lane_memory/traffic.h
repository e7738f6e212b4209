// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "model/reference/lane_memory.h"

/// \file
/// What lanes ask for.

namespace superwarp::lane_bench {

/// Lanes that stall, leave answers, and ask for few or many words; lines; now and then a reset. How often, is drawn
/// anew every few hundred cycles.
class RandomTraffic {
 public:
  RandomTraffic(const model::LaneMemoryShape& shape, std::uint32_t addr_bits, std::uint32_t tag_bits, bool lines,
                std::uint64_t seed);

  /// The inputs of the next cycle, behind one with these outputs.
  const model::LaneMemoryInputs& next(const model::LaneMemoryOutputs& before);

 private:
  struct Phase {
    std::uint32_t offer = 0;   ///< of 100 cycles, those in which a lane without a request gets one
    std::uint32_t accept = 0;  ///< .. in which an answer is taken
    std::uint32_t line = 0;
    std::uint32_t write = 0;  ///< of 100 requests
    std::uint32_t atomic = 0;
    std::uint32_t outside = 0;
    std::uint64_t words = 1;    ///< that are asked for
    std::uint64_t stride = 1;   ///< between them
    std::uint32_t sleeper = 0;  ///< a lane that does not take its answers
  };
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  bool one_in(std::uint32_t per_cent) { return below(100) < per_cent; }
  void draw_phase();
  model::LanePortRequest draw_request();
  void draw_line();

  model::LaneMemoryShape shape_;
  std::uint32_t addr_bits_;
  std::uint32_t tag_bits_;
  bool lines_;
  std::mt19937_64 random_;
  Phase phase_;
  std::uint64_t cycle_ = 0;
  model::LaneMemoryInputs in_;
};

/// Accesses of warps: a lane has its next request when all lanes' were taken. All answers are taken.
class WarpTraffic {
 public:
  enum class Pattern { kRandom, kUnit, kStride, kOneWord };
  WarpTraffic(const model::LaneMemoryShape& shape, Pattern pattern, std::uint64_t seed);
  const model::LaneMemoryInputs& next(const model::LaneMemoryOutputs& before);

 private:
  model::LaneMemoryShape shape_;
  Pattern pattern_;
  std::mt19937_64 random_;
  model::LaneMemoryInputs in_;
};

}  // namespace superwarp::lane_bench
