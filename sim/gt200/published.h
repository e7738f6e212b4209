#pragma once

#include <array>

/// \file
/// Measured times as the GT200 paper prints them: Table 2, GeForce GTX 280.

namespace superwarp::gt200 {

/// Milliseconds of 1,000,000 read operations.
struct MemoryTimes {
  const char* memory;
  double serial;
  double random;
};

inline constexpr MemoryTimes kGlobalTimes = {"global", 969, 21777};
inline constexpr MemoryTimes kSharedTimes = {"shared", 51, 86.6};
inline constexpr MemoryTimes kConstantTimes = {"constant", 35, 192};
inline constexpr MemoryTimes kTextureTimes = {"texture", 140, 247};
inline constexpr std::array<MemoryTimes, 4> kMemoryTimes = {kGlobalTimes, kSharedTimes,
                                                            kConstantTimes, kTextureTimes};

}  // namespace superwarp::gt200
