// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp::model {

// A polynomial over GF(2) is a word: bit i is the coefficient of x^i.

/// The remainder of a division by `divisor`, whose degree is at least 1.
std::uint32_t polynomial_remainder(std::uint64_t dividend, std::uint32_t divisor);

/// The smallest primitive polynomial, as a word, of this degree (1 to 16): its root generates all
/// non-zero elements of its field.
std::uint32_t smallest_primitive_polynomial(std::uint32_t degree);

}  // namespace superwarp::model
