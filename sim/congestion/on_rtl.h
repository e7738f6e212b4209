// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "language/program.h"
#include "sim/congestion/cell.h"
#include "sim/congestion/histogram.h"
#include "sim/congestion/rekeying.h"
#include "sim/evaluate/evaluation.h"
#include "tb/bench.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::congestion {

/// The RTL did not do what the reference model foretold.
class EnginesDisagree : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The congestion of every dispatch of a recorded run, in order, from the banks' own events.
std::vector<std::uint32_t> recorded_congestion(const tb::BenchResult& run);

/// Told now and then how many rounds or re-keyings are done.
using CountProgress = std::function<void(std::uint64_t)>;

/// `rounds` rounds of Table II's experiment on the RTL of `machine`: how often each congestion
/// occurred. Every dispatch is held against the reference model; throws EnginesDisagree.
Histogram uniform_on_rtl(evaluate::Evaluator& evaluator, const Machine& machine,
                         const CongestionCell& cell, std::uint64_t rounds, std::uint64_t seed,
                         const CountProgress& progress = {});

/// The same re-keyings of `program` on `machine` as sample_rekeyings() takes, on the RTL; every
/// dispatch is held against the reference model. Throws EnginesDisagree.
RekeyingSample rekeyings_on_rtl(evaluate::Evaluator& evaluator, const Program& program,
                                const Machine& machine, const RekeyingOptions& options);

}  // namespace superwarp::congestion
