// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/kernels/record/ir.h"

namespace superwarp::record {

/// Marks where the lanes of a warp meet again, for the run time: where paths of a function come
/// together between which lanes may have made other accesses, behind a loop, and at the end of a
/// loop's step. Each place is numbered, so that the places that a thread passes have rising numbers
/// until a loop begins its next step; places of a function have lower numbers than those of its
/// callers. Of the functions only those that kernels may reach are marked, or all if kernels of
/// other files may call them (`several_files`).
void mark_joins(IrModule& module, bool several_files);

}  // namespace superwarp::record
