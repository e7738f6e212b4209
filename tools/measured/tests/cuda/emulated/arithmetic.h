// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "tools/measured/tests/cuda/emulated/ptx.h"

namespace superwarp::emulated {

/// The lower `bits` of a value.
std::uint64_t truncated(std::uint64_t value, std::uint32_t bits);

/// `value` as a number of `type`, zero- or sign-extended.
std::uint64_t extended(std::uint64_t value, Type type);

/// The result of an arithmetic instruction from its extended sources; the upper bits are
/// unspecified. Throws UnknownInstruction for other instructions, and std::runtime_error for a
/// division by zero or of signed numbers.
std::uint64_t computed(const Instruction& i, const std::array<std::uint64_t, 4>& sources);

}  // namespace superwarp::emulated
