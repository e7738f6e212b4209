// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace superwarp::record {

/// A place where the lanes of a warp meet.
struct Join {
  std::size_t block = 0;    ///< at whose beginning it is
  std::uint32_t place = 0;  ///< in the order in which a thread passes them, a loop's step at a time
  bool at_head = false;     ///< of a loop: the end of its steps
};

struct FlowBlock {
  std::vector<std::size_t> successors;
  bool matters = false;      ///< lanes may take a step in it that is seen
  bool behind_loop = false;  ///< the text behind a loop begins with it, or that behind a label
};

/// The joins of a function, that begins with the first block.
std::vector<Join> joins_of(const std::vector<FlowBlock>& blocks);

}  // namespace superwarp::record
