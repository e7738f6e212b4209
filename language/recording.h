#pragma once

#include <vector>

#include "language/bank_event.h"

namespace superwarp {

/// A run as its memory showed it, for pictures.
struct Recording {
  std::vector<TimeUnit> units;       ///< those in which a bank did something, in order of time
  std::vector<Dispatch> dispatches;  ///< by their names
};

}  // namespace superwarp
