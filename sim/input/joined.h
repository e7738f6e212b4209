// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/trace/trace_program.h"

namespace superwarp::input {

/// Programs of resident blocks, which run one after another, as one program called `name`. What
/// follows waits at a barrier of the device until all accesses before it are complete. If blocks
/// `follow`, each waits at a barrier of its own, for the block before it in its place.
std::unique_ptr<const trace::TraceProgram> joined(const std::string& name,
                                                  const std::vector<std::unique_ptr<const trace::TraceProgram>>& pieces,
                                                  bool follow = false);

}  // namespace superwarp::input
