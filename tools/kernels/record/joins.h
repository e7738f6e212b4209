// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/kernels/record/ir.h"

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

/// Marks where the lanes of a warp meet again, for the run time: where paths of a function come
/// together between which lanes may have made other accesses, behind a loop, and at the end of a
/// loop's step. Each place is numbered, so that the places that a thread passes have rising numbers
/// until a loop begins its next step; places of a function have lower numbers than those of its
/// callers. Of the functions only those that kernels may reach are marked, or all if kernels of
/// other files may call them (`several_files`).
void mark_joins(IrModule& module, bool several_files);

/// Puts joins of the optimised module at the beginning of their blocks of `marked`. The optimisation
/// makes loads in several branches one there, in front of the join.
void lift_joins(const IrModule& marked, IrModule& optimised);

}  // namespace superwarp::record
