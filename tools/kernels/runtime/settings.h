// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace superwarp::record {

/// A range of numbers, both ends in it.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool has(std::uint64_t number) const { return first <= number && number <= last; }
};

/// The settings of `superwarp record` for a recorded program, in environment variables
/// SUPERWARP_RECORD_*. Without a folder the program only runs.
struct Settings {
  std::string folder;                  ///< FOLDER: where launches are written
  std::string arrays;                  ///< ARRAYS: file with the arrays in shared memory
  std::vector<std::string> kernels;    ///< KERNELS: parts of names, with commas; empty: all
  std::vector<std::string> lock_step;  ///< LOCK_STEP: kernels that need it, with line feeds
  Range launches;                      ///< LAUNCHES: "3" or "2..5", from 1
  std::uint64_t repeats = 0;  ///< REPEATS: launches watched of one kernel and shape; 0: all
  Range blocks;               ///< BLOCKS: linear numbers of blocks, from 0
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< BYTES: of all files together
  std::uint32_t seconds = 300;                   ///< SECONDS: that a launch may take
  std::size_t block_bytes = 227 * 1024;  ///< BLOCK_KIB: of shared memory that a block may have
  bool progress = false;                 ///< PROGRESS: on standard error
  bool record = true;                    ///< RECORD: else only look for defects
  bool global = true;                    ///< GLOBAL: record global accesses too
};

/// Of this process, read once. Stops the process if a variable is malformed.
const Settings& settings();

}  // namespace superwarp::record
