// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/issue.h"
#include "model/machine/machine.h"
#include "sim/cli/json.h"
#include "sim/traceg/instruction_report.h"

namespace superwarp::cli {

/// The results of one machine, one entry per random key.
struct ComparedMachine {
  std::string options;  ///< as `run` takes them after --machine
  Machine machine;      ///< with the first key
  std::vector<std::uint64_t> slots;
  std::vector<std::uint64_t> time_units;
  std::vector<std::uint64_t> requests;
  WarpTimes warp_times;                     ///< of all keys together, with an issue stage and the model
  std::optional<std::string> disagreement;  ///< the first one between engines
};

/// One workload or trace on several machines. The first machine is the baseline.
struct Comparison {
  std::string name;                   ///< workload, or file of the trace
  std::optional<std::uint64_t> size;  ///< from --size
  std::string work;                   ///< further facts, for the caption
  std::string engines;                ///< that ran
  std::uint64_t seed = 1;             ///< of the first key; key k has seed + k
  std::vector<ComparedMachine> machines;
  std::string gpu;           ///< whose rules lowered the accesses; empty: none
  traceg::GpuCost on_gpu{};  ///< what it takes for them
};

/// Reports for the terminal, a document, a spreadsheet, scripts ("superwarp.compare/1") and a
/// slide.
std::string comparison_table(const Comparison& comparison);
std::string comparison_markdown(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);
Json comparison_json(const Comparison& comparison);
std::string comparison_svg(const Comparison& comparison);

}  // namespace superwarp::cli
