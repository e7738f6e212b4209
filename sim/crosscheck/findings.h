#pragma once

#include <string>
#include <vector>

#include "sim/crosscheck/crosscheck.h"

namespace superwarp::crosscheck {

/// Where the rules do not describe what was measured, in sentences: what they have no slots for,
/// slots that cost more while fewer warps request, a single warp that cannot fill the pipeline. The
/// groups of `result` are fitted.
std::vector<std::string> findings_of(const Measurement& measurement, const GpuRules& rules,
                                     const Crosscheck& result);

}  // namespace superwarp::crosscheck
