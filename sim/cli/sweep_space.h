// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/sweep/space.h"

namespace superwarp::cli {

/// A space file, and the part of it that is asked for.
struct SweepSpace {
  /// `batch` is "I/N", or empty for all of it. Throws InputError for a file that is no space,
  /// UsageError for one that cannot be read and for a batch that it has not.
  SweepSpace(const std::string& file, const std::string& batch);

  std::string name;  ///< of the file, as messages call it
  std::string text;
  sweep::Space space;
  std::uint64_t first = 0;  ///< point of the part
  std::uint64_t end = 0;
  bool whole = true;   ///< the part is all of it
  std::string store;   ///< the file that keeps the part's points
  std::string beside;  ///< end of the names of the other parts', which are none of its own
};

/// The whole of a file. Throws UsageError.
std::string content_of(const std::string& file);

}  // namespace superwarp::cli
