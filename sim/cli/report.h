// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/json.h"
#include "sim/run/evaluation.h"
#include "sim/traceg/instruction_report.h"
#include "sim/workload/lower_bounds.h"

namespace superwarp {
struct Machine;
struct RpuOption;
struct Streaming;
}  // namespace superwarp

namespace superwarp::cli {

/// What was run.
struct Subject {
  std::string name;                   ///< workload, or file of the trace
  std::optional<std::uint64_t> size;  ///< from --size
  std::uint32_t threads = 0;          ///< of all blocks together
  workload::LowerBounds bounds = {};  ///< for this workload and machine
  std::string permutation = {};       ///< from --permutation; empty: not given
  std::uint64_t blocks = 1;           ///< resident together
};

/// What a command adds to the report.
struct Addition {
  Json json = Json::object();  ///< further keys
  std::string table;           ///< follows the table
};

/// The RPU's part of a machine's description: ", super warp 4"; empty for the DMM.
std::string rpu_note(const Machine& machine);

/// The value of an option of an RPU: a number or a word.
Json rpu_option_json(const RpuOption& option, const Streaming& streaming);

/// A machine as in every schema.
Json machine_json(const Machine& machine);

/// The cost on the GPU of --gpu.
Json gpu_json(const traceg::GpuCost& cost);

/// "superwarp.run/1" of docs/spec/command-line.md. Keys may be added, never renamed.
Json run_json(const Subject& subject, const Machine& machine, const evaluate::Evaluation& evaluation);

/// The same as text.
std::string run_table(const Subject& subject, const Machine& machine, const evaluate::Evaluation& evaluation);

}  // namespace superwarp::cli
