#include "sim/workload/power_of_two.h"

#include <fmt/format.h>

#include <stdexcept>

#include "language/log2.h"

namespace superwarp::workload {

std::uint32_t exponent_of(const char* workload, std::uint64_t n) {
  const std::uint32_t m = floor_log2(n);
  if (n != std::uint64_t{1} << m) {
    throw std::invalid_argument(
        fmt::format("workload {}: size {} is no power of two, as its n = 2^m needs; the nearest "
                    "are {} and {}",
                    workload, n, std::uint64_t{1} << m, std::uint64_t{2} << m));
  }
  return m;
}

}  // namespace superwarp::workload
