// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "tools/kernels/lines/line_costs.h"
#include "tools/kernels/record/execution.h"
#include "tools/kernels/record/program.h"

/// \file
/// What `record` says about a program that ran.

namespace superwarp::cli {

/// A defect of a kernel; each pair of instructions once.
struct ToldDefect {
  std::string kind;   ///< "race", "bounds", "barrier"
  std::string place;  ///< file:line
  std::string text;
  std::string kernel;
  std::uint32_t thread = 0;
};

std::vector<ToldDefect> told_defects(const record::Program& program, const record::Execution& execution);

/// Throws UsageError with all launches if the options selected no block of any.
void require_watched(const record::Execution& execution);

/// One line for each kernel: how often it ran, and how much of it was `looked_at`.
std::string launches_table(const record::Execution& execution, const char* looked_at);

/// The lines that access global memory, worst first.
std::string sectors_table(const std::vector<lines::LineCost>& costs);

/// `traces` are those of the launches that were recorded, in their order.
Json recorded_json(const record::Execution& execution, const std::vector<ToldDefect>& defects,
                   const std::vector<std::filesystem::path>& traces, const std::vector<lines::LineCost>& shared,
                   const std::vector<lines::LineCost>& global);

/// Of a line's costs; `unit` names its slots or sectors.
Json line_json(const lines::LineCost& line, const char* unit = "slots");
Json lines_json(const std::vector<lines::LineCost>& costs, const char* unit = "slots");

}  // namespace superwarp::cli
