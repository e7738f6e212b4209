// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

/// \file
/// Banks that serve several words in a time unit (docs/spec/banks.md).

namespace superwarp {

struct Machine;

inline constexpr std::uint32_t kMostPorts = 2;
inline constexpr std::uint32_t kMostBankWords = 2;

/// Why the banks of `machine` cannot have its number of ports; empty if they can. `option` stands
/// before names of options: "--" for a command line.
std::string ports_fault(const Machine& machine, const std::string& option = "");

/// The same for the words that a bank gives.
std::string bank_words_fault(const Machine& machine, const std::string& option = "");

}  // namespace superwarp
