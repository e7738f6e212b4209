// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/json.h"
#include "sim/evaluate/evaluation.h"
#include "sim/workload/lower_bounds.h"

namespace superwarp {
struct Machine;
struct RpuOption;
struct Streaming;
}  // namespace superwarp

namespace superwarp::cli {

/// What was run, for people and scripts.
struct Subject {
  std::string name;                   ///< of the workload, or the trace's file
  std::optional<std::uint64_t> size;  ///< as given by --size
  std::uint32_t threads = 0;          ///< of all blocks
  workload::LowerBounds bounds = {};  ///< of a workload on the machine it ran on
  std::string permutation = {};       ///< as given by --permutation; empty: not given
  std::uint64_t blocks = 1;           ///< that were resident together
};

/// What a command tells beside that.
struct Addition {
  Json json = Json::object();  ///< keys to add
  std::string table;           ///< to follow the table
};

/// What a machine's line says of its RPU: ", super warp 4"; nothing of the DMM's.
std::string rpu_note(const Machine& machine);

/// The value of an option of an RPU: a number or a word.
Json rpu_option_json(const RpuOption& option, const Streaming& streaming);

/// A machine as every schema tells it.
Json machine_json(const Machine& machine);

/// "superwarp.run/1" as docs/spec/command-line.md promises it. Keys may be added, never renamed.
Json run_json(const Subject& subject, const Machine& machine,
              const evaluate::Evaluation& evaluation);

/// The same for reading.
std::string run_table(const Subject& subject, const Machine& machine,
                      const evaluate::Evaluation& evaluation);

}  // namespace superwarp::cli
