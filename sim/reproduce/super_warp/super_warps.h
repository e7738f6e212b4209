#pragma once

#include <cstdint>
#include <vector>

#include "language/log2.h"
#include "sim/reproduce/laboratory.h"

/// \file
/// Symbols of the paper for an experiment, and the machines that its claims are checked on.

namespace superwarp::reproduce {

/// floor(log w): the super warp that the paper is about; w is a power of two, so it is exact.
constexpr std::uint32_t log_width(std::uint32_t width) { return floor_log2(width); }

/// The symbols of the running times, for a matrix workload.
struct Symbols {
  std::uint64_t n, side, w, s, l, p;

  explicit Symbols(const Experiment& e)
      : n(e.elements()),
        side(e.size),
        w(e.machine.width),
        s(e.machine.super_warp),
        l(e.machine.latency),
        p(e.threads) {}

  [[nodiscard]] std::uint64_t passes() const { return (n + p - 1) / p; }
  [[nodiscard]] std::uint64_t lanes() const { return s * w; }
  /// n/w + nl/p.
  [[nodiscard]] double optimal() const {
    return static_cast<double>(n) / static_cast<double>(w) + latency_term();
  }
  /// nl/p.
  [[nodiscard]] double latency_term() const {
    return static_cast<double>(n * l) / static_cast<double>(p);
  }
  /// min(n, n sqrt(n) / (s w)).
  [[nodiscard]] double column_term() const {
    const auto all = static_cast<double>(n);
    const double packed = all * static_cast<double>(side) / static_cast<double>(lanes());
    return packed < all ? packed : all;
  }
};

}  // namespace superwarp::reproduce
