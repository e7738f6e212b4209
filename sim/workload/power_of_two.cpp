#include "sim/workload/power_of_two.h"

#include <fmt/format.h>

#include <stdexcept>

namespace superwarp {

std::uint32_t exponent_of(const char* workload, std::uint64_t n) {
  std::uint32_t m = 0;
  while ((n >> m) > 1) ++m;
  if (n != std::uint64_t{1} << m) {
    throw std::invalid_argument(
        fmt::format("workload {}: size {} is no power of two, as its n = 2^m needs; the nearest "
                    "are {} and {}",
                    workload, n, std::uint64_t{1} << m, std::uint64_t{2} << m));
  }
  return m;
}

}  // namespace superwarp
