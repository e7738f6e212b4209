#pragma once

#include <vector>

namespace superwarp::cuda {

/// The middle of repeated measurements: outliers (interrupts, cold caches) do not move it.
struct Quartiles {
  double low = 0;
  double median = 0;
  double high = 0;
};

/// Of one value or more; between two neighbours, in proportion.
Quartiles quartiles(std::vector<double> values);

}  // namespace superwarp::cuda
