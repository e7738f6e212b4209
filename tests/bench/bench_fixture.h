// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "language/machine.h"
#include "sim/evaluate/evaluation.h"
#include "sim/trace/trace.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::test {

/// The one bench of this process (SystemC elaborates once), made by sc_main.
tb::Bench& bench();

/// The RTL under test: the project's, or the folder in $SUPERWARP_TEST_RTL for tests of the tests.
sysc::RtlConfig rtl_under_test();

/// The cache of compiled units; ctest keeps one for all tests in the build folder.
sysc::RtlCache& cache();

/// `program` on the RTL and the model, compared; a machine without rows or key gets those the
/// program needs and its seed draws.
evaluate::Evaluation evaluate(const Program& program, Machine machine,
                              std::optional<std::uint64_t> closed = {}, bool shallow = false);

/// Keeps a failing trace as a file with its waveform in $SUPERWARP_TEST_FAILURES (default: here)
/// and says how to replay it.
std::string keep_failure(const trace::Trace& trace, const Machine& machine, const std::string& name,
                         bool shallow);

}  // namespace superwarp::test
