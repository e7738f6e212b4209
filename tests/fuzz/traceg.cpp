// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <vector>

#include "model/machine/machine.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"
#include "tests/fuzz/target.h"

/// Accepted blocks are lowered to several widths and placed, or refused, with and without global
/// memory.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superwarp::traceg;
  return superwarp::fuzz::taken_or_refused(data, size, [size](const std::string& text) {
    for (const std::uint32_t multiprocessors : {0U, 2U}) {
      std::istringstream in(text);
      Reader reader(in, "fuzz", multiprocessors > 0, size % 2 == 0);
      superwarp::Machine machine;
      if (multiprocessors > 0) machine.hierarchy = superwarp::Hierarchy{multiprocessors};
      for (Block block; reader.next(block);) {
        for (const std::uint32_t width : {32U, 16U, 13U}) {
          machine.width = width;
          machine.super_warp = 1 + width % 2;
          std::vector<Lowered> lowered = {lower({block, block}, reader.instructions(), reader.name(), machine)};
          place(lowered, machine);
        }
      }
    }
  });
}
