// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace superwarp::test {

/// The signals of a waveform, "bench.bank_0.row", and their values from the time in picoseconds on:
/// bits as text, "0101".
using Waveform = std::map<std::string, std::map<std::uint64_t, std::string>>;

/// Throws std::runtime_error if `file` is no FST file.
Waveform read_fst(const std::string& file);

}  // namespace superwarp::test
