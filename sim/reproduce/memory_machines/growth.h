#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/reproduce/grid.h"

/// \file
/// What shows an asymptotic claim false: time / bound that grows without limit.

namespace superwarp::reproduce {

/// Runs in which one symbol grows, and the bound that is claimed for them.
struct Series {
  std::string along;                             ///< what grows: "w = 4, 8, .."
  std::vector<Experiment> runs;                  ///< in that order
  std::function<double(const Experiment&)> f;    ///< claimed: time is O(f)
  std::function<double(const Experiment&)> law;  ///< what time / f is at least, derived
  std::string why;                               ///< how `law` follows from the accesses
};

/// Fails if time / f and `law` grow at every step, to the double at least, and time / f is never
/// below `law`: a law that grows without limit and that model and RTL keep. Else holds.
Finding check_growth(Laboratory& laboratory, const Series& series);

}  // namespace superwarp::reproduce
