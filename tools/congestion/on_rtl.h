// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "model/machine/program.h"
#include "sim/run/evaluation.h"
#include "tb/bench.h"
#include "tools/congestion/cell.h"
#include "tools/congestion/histogram.h"
#include "tools/congestion/rekeying.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::congestion {

/// The RTL differs from the reference model.
class EnginesDisagree : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The congestion of every dispatch of a recorded run, in order, from the bank events.
std::vector<std::uint32_t> recorded_congestion(const tb::BenchResult& run);

/// Called at times with the number of finished rounds or re-keyings.
using CountProgress = std::function<void(std::uint64_t)>;

/// The congestion histogram of `rounds` rounds of Table II's experiment on the RTL of `machine`.
/// Compares every dispatch with the reference model; throws EnginesDisagree.
Histogram uniform_on_rtl(evaluate::Evaluator& evaluator, const Machine& machine, const CongestionCell& cell,
                         std::uint64_t rounds, std::uint64_t seed, const CountProgress& progress = {});

/// The re-keyings of sample_rekeyings() on the RTL. Compares every dispatch with the reference
/// model; throws EnginesDisagree.
RekeyingSample rekeyings_on_rtl(evaluate::Evaluator& evaluator, const Program& program, const Machine& machine,
                                const RekeyingOptions& options);

}  // namespace superwarp::congestion
