#pragma once

#include <cstdint>

namespace superwarp::workload {

/// m for n = 2^m. Throws std::invalid_argument for another n, with `workload` and the nearest ones.
std::uint32_t exponent_of(const char* workload, std::uint64_t n);

}  // namespace superwarp::workload
