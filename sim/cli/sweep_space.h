// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/sweep/space.h"

namespace superwarp::cli {

/// A space file and the part of it to run.
struct SweepSpace {
  /// `batch` is "I/N", or empty for the whole space. Throws InputError if the file is not a space,
  /// UsageError if it cannot be read or has no such batch.
  SweepSpace(const std::string& file, const std::string& batch);

  std::string name;  ///< of the file in messages
  std::string text;
  sweep::Space space;
  std::uint64_t first = 0;  ///< first point of the part
  std::uint64_t end = 0;    ///< behind its last point
  bool whole = true;        ///< the part is the whole space
  std::string store;        ///< the file with the points of the part
  std::string beside;       ///< how the file names of the other parts end
};

/// The content of a file. Throws UsageError.
std::string content_of(const std::string& file);

}  // namespace superwarp::cli
