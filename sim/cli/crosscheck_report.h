#pragma once

#include <string>

#include "sim/cli/json.h"
#include "sim/crosscheck/crosscheck.h"

namespace superwarp {

/// One measurement held against the rules, for reading: constants, errors and findings, and where
/// `all_patterns` a line for each pattern.
std::string crosscheck_table(const Measurement& measurement, const GpuRules& rules,
                             const Crosscheck& result, bool all_patterns);

/// The same as an item of "files" in "superwarp.crosscheck/1".
Json crosscheck_json(const Measurement& measurement, const Crosscheck& result);

/// The rules in "superwarp.crosscheck/1".
Json rules_json(const GpuRules& rules);

}  // namespace superwarp
