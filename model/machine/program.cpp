// SPDX-License-Identifier: Apache-2.0
#include "model/machine/program.h"

#include "model/machine/simd_path.h"

namespace superwarp {

void Program::receive_all(std::uint64_t round, std::uint32_t first, std::uint32_t count,
                          const Address* address, const Word* word, Word* register_of) const {
  const std::size_t each = registers();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (address[i] != kInactive) receive(round, first + i, word[i], register_of + each * i);
  }
}

void Program::keep_words(std::uint32_t count, const Address* address, const Word* word,
                         Word* register_of) {
  const auto loop = [](const Address* by, const Word* from, std::uint32_t size, Word* to)
                        SUPERWARP_IN_CALLER {
                          for (std::uint32_t i = 0; i < size; ++i)
                            to[i] = by[i] == kInactive ? to[i] : from[i];
                        };
  run_wide(loop, address, word, count, register_of);
}

}  // namespace superwarp
