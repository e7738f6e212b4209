// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/cli/json.h"

namespace superwarp::cli {

/// What one machine made of the work, key by key of what is random.
struct ComparedMachine {
  std::string options;                      ///< as `run` takes them after --machine
  Machine machine;                          ///< with the first key
  std::vector<std::uint64_t> slots;         ///< filled, by key
  std::vector<std::uint64_t> time_units;    ///< likewise
  std::vector<std::uint64_t> requests;      ///< likewise
  std::optional<std::string> disagreement;  ///< of engines, the first
};

/// One workload or trace on several machines. The first one is what the others are measured by.
struct Comparison {
  std::string name;                   ///< of the workload, or the trace's file
  std::optional<std::uint64_t> size;  ///< as given by --size
  std::string work;                   ///< the rest of a sentence about it
  std::string engines;                ///< that ran
  std::uint64_t seed = 1;             ///< of the first key; the next has the next
  std::vector<ComparedMachine> machines;
};

/// A mean over keys, and half of its 95 % confidence interval: with one key nothing is known of
/// it.
struct Estimate {
  double mean = 0;
  std::optional<double> half;
};

/// By Student's distribution, as keys are few. Of at least one value.
Estimate estimate(const std::vector<double>& values);

/// By how much `machine` is faster than the comparison's first one, key by key.
std::vector<double> speed_ups(const Comparison& comparison, const ComparedMachine& machine);

/// The reports: for the terminal, a document, a spreadsheet, "superwarp.compare/1", a slide.
std::string comparison_table(const Comparison& comparison);
std::string comparison_markdown(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);
Json comparison_json(const Comparison& comparison);
std::string comparison_svg(const Comparison& comparison);

}  // namespace superwarp::cli
