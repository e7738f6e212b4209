// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "tools/kernels/record/execution.h"
#include "tools/kernels/record/program.h"

namespace superwarp::record {

/// Throws std::runtime_error if `folder` has such a file that this program did not write.
void refuse_foreign(const std::filesystem::path& folder);

/// Writes every recorded launch of `execution` as FOLDER/kernel-N.traceg, and FOLDER/kernelslist.g
/// with their names. Only when all of them are complete, they replace what `folder` held under
/// these names. The header of a trace says where its instructions stand in the source
/// (docs/traceg.md). Returns the traces' paths.
std::vector<std::filesystem::path> write_recording(const Program& program,
                                                   const Execution& execution,
                                                   const std::filesystem::path& folder);

}  // namespace superwarp::record
