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

/// The process's only bench, made by sc_main: SystemC elaborates once.
tb::Bench& bench();

/// The RTL under test: the project's, or the folder in $SUPERWARP_TEST_RTL for tests of the tests.
sysc::RtlConfig rtl_under_test();

/// The cache of compiled units; ctest keeps one for all tests in the build folder.
sysc::RtlCache& cache();

/// Runs `program` on RTL and model and compares them. A machine without rows or key gets the rows
/// that the program needs and the key that its seed draws.
evaluate::Evaluation evaluate(const Program& program, Machine machine,
                              std::optional<std::uint64_t> closed = {}, bool shallow = false);

/// Keeps a failing trace and its waveform in $SUPERWARP_TEST_FAILURES (default: here) and returns
/// the command that replays it.
std::string keep_failure(const trace::Trace& trace, const Machine& machine, const std::string& name,
                         bool shallow);

}  // namespace superwarp::test
