#pragma once

#include <cstdint>

#include "language/access.h"
#include "sim/workload/matrix.h"

/// \file
/// The two ways to transpose a side x side matrix (super-warp paper, Section III); kinds of Move.

namespace superwarp::workload {

/// Both end up with b[k][j] = a[j][k].
struct Transpose {
  std::uint32_t side;

  [[nodiscard]] Address source_of(Address target) const {
    return target % side * side + target / side;
  }
};

/// b[k][j] <- a[j][k].
struct NaiveTranspose : Transpose {
  void sources(Span span, Address* out) const {
    for (std::uint32_t i = 0; i < span.count; ++i) out[i] = static_cast<Address>(span.first + i);
  }
  void targets(Span span, Address* out) const {
    for_each_cell(span, side, [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
      out[i] = k * side + j;
    });
  }
};

/// b[k][(j+k) mod side] <- a[(j+k) mod side][k].
struct DiagonalTranspose : Transpose {
  void sources(Span span, Address* out) const {
    for_each_cell(span, side, [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
      out[i] = diagonal(j, k) * side + k;
    });
  }
  void targets(Span span, Address* out) const {
    for_each_cell(span, side, [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
      out[i] = k * side + diagonal(j, k);
    });
  }

 private:
  [[nodiscard]] std::uint32_t diagonal(std::uint32_t j, std::uint32_t k) const {
    return j + k < side ? j + k : j + k - side;
  }
};

}  // namespace superwarp::workload
