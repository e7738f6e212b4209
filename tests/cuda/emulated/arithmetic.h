// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "tests/cuda/emulated/ptx.h"

namespace superwarp::emulated {

/// The lower `bits` of a value, zeros above.
std::uint64_t truncated(std::uint64_t value, std::uint32_t bits);

/// `value` as a number of `type`: its upper bits are zeros or the sign.
std::uint64_t extended(std::uint64_t value, Type type);

/// What an instruction that only computes makes of its sources, each extended from its type; the
/// upper bits of the result mean nothing. Throws UnknownInstruction for any other instruction, and
/// std::runtime_error for a division by zero or of signed numbers.
std::uint64_t computed(const Instruction& i, const std::array<std::uint64_t, 3>& sources);

}  // namespace superwarp::emulated
