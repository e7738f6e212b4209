#pragma once

#include <cstdint>

#include "sim/permutation/random_permutation.h"
#include "sim/workload/passes.h"

namespace superwarp::workload {

/// A kind of Move: b[pi(i)] <- a[i] for a random permutation pi, computed and not looked up.
struct Permuted {
  permutation::RandomPermutation pi;

  void sources(Span span, Address* out) const {
    for (std::uint32_t i = 0; i < span.count; ++i) out[i] = static_cast<Address>(span.first + i);
  }
  void targets(Span span, Address* out) const {
    for (std::uint32_t i = 0; i < span.count; ++i) {
      out[i] = pi.forward(static_cast<std::uint32_t>(span.first + i));
    }
  }
  [[nodiscard]] Address source_of(Address target) const { return pi.inverse(target); }
};

}  // namespace superwarp::workload
