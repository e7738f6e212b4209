// SPDX-License-Identifier: Apache-2.0
#include "sim/files/memory_limit.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace superwarp::files {
namespace {

constexpr double kGiB = 1073741824;
constexpr const char* kVariable = "SUPERWARP_MEMORY";
constexpr double kUsual = 2;

double limit_in_gib() {
  const char* const text = std::getenv(kVariable);
  if (text == nullptr || *text == '\0') return kUsual;
  char* end = nullptr;
  const double limit = std::strtod(text, &end);
  if (*end != '\0' || !std::isfinite(limit) || limit <= 0) {
    throw std::runtime_error(fmt::format("{}={:.40}: expected a number of GiB, more than 0", kVariable, text));
  }
  return limit;
}

}  // namespace

void require_memory(std::uint64_t bytes, const std::string& what) {
  const double needed = static_cast<double>(bytes) / kGiB;
  const double limit = limit_in_gib();
  if (needed <= limit) return;
  throw std::runtime_error(
      fmt::format("not enough memory: {} takes {:.3g} GiB, allowed are {:.3g}; set {}={:.0f} in the "
                  "environment to allow it",
                  what, needed, limit, kVariable, std::ceil(needed)));
}

}  // namespace superwarp::files
