// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/reference/random.h"
#include "tools/measured/measurement.h"

/// \file
/// The element that a thread requests. The models and the measuring program (cuda/) share this
/// definition.

namespace superwarp::crosscheck {

/// Banks that the patterns are designed for: those of every GPU since Fermi. Addresses do not
/// depend on the number of banks of the machine.
inline constexpr std::uint32_t kPatternBanks = 32;

/// 32-bit words of an element.
constexpr std::uint32_t words_of(std::uint32_t bits) { return bits / 32; }

/// The element of `thread` in access `set`; not for workloads. Element e consists of the words
/// e * words_of(bits) ..
inline std::uint32_t element_of(const Access& access, std::uint32_t bits, std::uint32_t set,
                                std::uint32_t thread) {
  const std::uint32_t row = kPatternBanks / words_of(bits);  // elements in a row of the banks
  switch (access.kind) {
    case AccessKind::kConflict: {
      // A wide access has as many parts as an element has words; each has the whole conflict.
      const std::uint32_t place = thread % row;
      const std::uint32_t first_row = thread / row * kWarpThreads;
      return (first_row + place % access.parameter) * row + place / access.parameter;
    }
    case AccessKind::kMerge:
      return thread / access.parameter * row;
    case AccessKind::kStride:
      return thread * access.parameter;
    default: {
      const std::uint64_t key = model::extend_key(access.seed, 0x756e6966);  // "unif"
      return model::uniform_at(key, std::uint64_t{set} * kWarpThreads + thread,
                               access.words / words_of(bits));
    }
  }
}

/// The words of memory that a pattern needs; not for workloads.
inline std::uint64_t words_needed(const Access& access, std::uint32_t bits) {
  if (access.kind == AccessKind::kUniform) return access.words;
  std::uint64_t last = 0;
  for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
    const std::uint64_t element = element_of(access, bits, 0, thread);
    if (element > last) last = element;
  }
  return (last + 1) * words_of(bits);
}

}  // namespace superwarp::crosscheck
