// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"
#include "tests/fuzz/target.h"

/// Accepted blocks are lowered to both widths or refused, with and without global memory.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superwarp::traceg;
  return superwarp::fuzz::taken_or_refused(data, size, [size](const std::string& text) {
    for (const std::uint32_t multiprocessors : {0U, 2U}) {
      std::istringstream in(text);
      Reader reader(in, "fuzz", multiprocessors > 0, size % 2 == 0);
      for (Block block; reader.next(block);) {
        lower({block}, reader.instructions(), reader.name(), 32, 2, multiprocessors);
        lower({block, block}, reader.instructions(), reader.name(), 16, 1, multiprocessors);
      }
    }
  });
}
