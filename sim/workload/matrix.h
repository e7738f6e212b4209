#pragma once

#include <cstdint>

#include "sim/workload/passes.h"

namespace superwarp::workload {

/// Calls visit(i, j, k) for the i-th element of `span` in a matrix of `side` columns: row j, column
/// k, element j * side + k. One division a span.
template <class Visit>
void for_each_cell(Span span, std::uint32_t side, Visit visit) {
  auto j = static_cast<std::uint32_t>(span.first / side);
  auto k = static_cast<std::uint32_t>(span.first % side);
  for (std::uint32_t i = 0; i < span.count; ++i) {
    visit(i, j, k);
    if (++k == side) {
      k = 0;
      ++j;
    }
  }
}

}  // namespace superwarp::workload
