// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "sim/record/execution.h"
#include "sim/record/program.h"

namespace superwarp::record {

/// The names of a recording's files, as a regular expression.
inline constexpr const char* kRecordedNames = R"(kernel-[0-9]+\.traceg|kernelslist\.g)";

/// Writes every recorded launch of `execution` as FOLDER/kernel-N.traceg, and FOLDER/kernelslist.g
/// with their names, in place of what `folder` held under these names. The header of a trace says
/// where its instructions stand in the source (docs/traceg.md). Returns the traces' paths.
std::vector<std::filesystem::path> write_recording(const Program& program,
                                                   const Execution& execution,
                                                   const std::filesystem::path& folder);

}  // namespace superwarp::record
