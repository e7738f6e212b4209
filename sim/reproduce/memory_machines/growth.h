#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// What shows an asymptotic claim false: time / bound that grows without limit.

namespace superwarp {

/// Runs in which one symbol grows, and the bound that is claimed for them.
struct Series {
  std::string along;                             ///< what grows: "w = 4, 8, .."
  std::vector<Experiment> runs;                  ///< in that order
  std::function<double(const Experiment&)> f;    ///< claimed: time is O(f)
  std::function<double(const Experiment&)> law;  ///< what time / f is at least, derived
  std::string why;                               ///< how `law` follows from the accesses
};

/// Fails if time / f grows at every step, reaches `law` at every step, and the last is at least
/// four times the first: a bound that is missed by so much at so small machines, by a derived law,
/// is missed by any constant. Else holds.
Finding check_growth(Laboratory& laboratory, const Series& series);

}  // namespace superwarp
