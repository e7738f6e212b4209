// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/json.h"
#include "sim/crosscheck/crosscheck.h"

namespace superwarp::cli {

/// A measurement compared with the rules, as text: constants, errors and findings, and with
/// `all_patterns` a line for each pattern.
std::string crosscheck_table(const crosscheck::Measurement& measurement,
                             const crosscheck::GpuRules& rules,
                             const crosscheck::Crosscheck& result, bool all_patterns);

/// The same as an item of "files" in "superwarp.crosscheck/1".
Json crosscheck_json(const crosscheck::Measurement& measurement,
                     const crosscheck::Crosscheck& result);

/// The rules in "superwarp.crosscheck/1".
Json rules_json(const crosscheck::GpuRules& rules);

}  // namespace superwarp::cli
