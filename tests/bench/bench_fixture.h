// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "sim/run/evaluation.h"
#include "sim/trace/trace.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// The process's only bench, made by sc_main: SystemC elaborates once.
tb::Bench& bench();

/// The RTL under test: the project's, or the folder in $SUPERWARP_TEST_RTL for tests of the tests.
sysc::RtlConfig rtl_under_test();

/// The cache of compiled units; ctest keeps one for all tests in the build folder.
sysc::RtlCache& cache();

/// Those of `machines` that differ in mapping and regions only share a compiled unit from now on,
/// except with RTL in $SUPERWARP_TEST_RTL.
void share_units(const std::vector<Machine>& machines);

/// Runs `program` on RTL and model and compares them. A machine without rows or key gets the rows
/// that the program needs and the key that its seed draws.
evaluate::Evaluation evaluate(const Program& program, Machine machine, std::optional<std::uint64_t> closed = {},
                              bool shallow = false, bool record = false);

/// A machine with its kind's mapping.
Machine machine_of(MachineKind kind, std::uint32_t width, std::uint32_t super_warp = 1, std::uint32_t latency = 7,
                   Schedule schedule = Schedule::kAsync);

inline Machine dmm(std::uint32_t width) { return machine_of(MachineKind::kDmm, width); }
inline Machine sdmm(std::uint32_t width, std::uint32_t super_warp = 1) {
  return machine_of(MachineKind::kSdmm, width, super_warp);
}

/// An SDMM whose warps overlap.
Machine overlapping(Rpu rpu, std::uint32_t width, const Streaming& streaming, std::uint32_t latency = 7);

/// `streaming` with a queue, a store of words and other later passes.
Streaming small_window(Streaming streaming, std::uint32_t queue, std::uint32_t store, Later later);

/// An SDMM with a serial RPU.
Machine serial(std::uint32_t width, std::uint32_t super_warp, std::uint32_t intake);

/// `machine` with a network of `stages` between lanes and banks.
Machine routed(Machine machine, std::uint32_t stages);

/// `machine` with two ports a bank.
Machine two_ports(Machine machine);

/// `machine` with `banks` banks that give two words in a slot.
Machine two_words(Machine machine, std::uint32_t banks);

/// `machine` with another mapping.
Machine mapped(Machine machine, const std::string& mapping);

/// The reads of figs. 4, 6 and 7 of the super-warp paper.
trace::Trace figure_four();

/// `text` with underscores for hyphens, which GoogleTest refuses in names.
std::string test_name(std::string text);

/// What a test has in its place: a machine, by whose name scripts choose it.
struct Shape {
  Machine machine;
  int cases = 0;         ///< of random traces
  bool shallow = false;  ///< in the form for silicon
  std::uint32_t most_rows = 40;
  bool ticks = false;   ///< compare the stepper, too, tick by tick
  bool issues = false;  ///< behind an issue stage, with work between accesses
};

/// "w4_s3_rsdmm_random_shift", "w8_stream_5_3_fullest_shallow".
std::string name_of(const Machine& machine, bool shallow = false);
std::string name_of(const Shape& shape);
void PrintTo(const Shape& shape, std::ostream* out);
template <class Param>
std::string named(const ::testing::TestParamInfo<Param>& info) {
  return name_of(info.param);
}

/// Keeps a failing trace and its waveform in $SUPERWARP_TEST_FAILURES (default: here) and returns
/// the command that replays it.
std::string keep_failure(const trace::Trace& trace, const Shape& shape);

}  // namespace superwarp::test
