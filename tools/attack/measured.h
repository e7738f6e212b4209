// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "tools/attack/samples.h"

/// \file
/// Times of a real GPU, as examples/cuda/aes_tables.cu prints them: a JSON object a line.

namespace superwarp::attack {

/// Where the words of the tables were.
enum class Layout : std::uint8_t {
  kPlain,        ///< bank i mod 32
  kShifted,      ///< rows shifted at random, once
  kShiftedAnew,  ///< for every encryption
  kCopies,       ///< a copy of every word in each bank
};

struct MeasuredTimes {
  Layout layout = Layout::kPlain;
  std::string part;    ///< "last" or "whole"
  std::string tables;  ///< as the program says it
  std::uint32_t warps = 0;
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> cycles;  ///< of each encryption by all warps
};

/// Throws InputError with `name` and the line.
std::vector<MeasuredTimes> read_times(std::istream& in, const std::string& name);

/// What the attacker observed: the times without the first, in which caches were cold, and the
/// ciphertexts, by encrypting again. Banks are those of the layout, if it was drawn once.
Samples samples_of(const MeasuredTimes& times);

}  // namespace superwarp::attack
