#pragma once

#include <cstdint>
#include <vector>

#include "tb/transaction/access.h"

namespace superwarp {

/// Steps that shared memory with a single broadcast word takes for one request: each serves the
/// word of the lowest thread left, to all that want it, and one thread, the lowest left, of every
/// other bank. So two threads that want one word of another bank take two steps. Source: Kolpakov,
/// Belov, Kropotov, ITNT-2020, Section III, of the GTX 280; which word is broadcast is left open
/// there and made definite here.
std::uint32_t one_word_steps(const std::vector<Address>& address, std::uint32_t banks);

}  // namespace superwarp
