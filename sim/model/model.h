// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "language/busy_times.h"
#include "language/program.h"
#include "language/reference.h"
#include "sim/model/latencies.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

struct ModelOptions {
  /// Without data the model has no memory and only tells times: right for programs whose addresses
  /// do not depend on words they read. Expected::word stays empty, and a write's data are what a
  /// program writes that has read nothing.
  bool with_data = true;
};

/// What a run amounts to, up to the time units simulated so far.
struct Totals {
  std::uint64_t rounds = 0;  ///< T: those in which anything was requested; the time of a PRAM,
                             ///< which serves a round in one time unit
  /// The time of a BPRAM of the same width, which serves any w requests of a round a time unit and
  /// has latency 1 (DMM/UMM paper, Section II).
  std::uint64_t bpram = 0;
  std::uint64_t dispatches = 0;   ///< that requested anything
  std::uint32_t super_warps = 0;  ///< number of the last that requested anything, plus 1
  std::uint64_t requests = 0;     ///< active threads, before merging
  /// Slots: the time units in which anything entered the pipeline. Where dispatches have slots of
  /// their own this is C, the sum of their congestion.
  std::uint64_t congestion = 0;
  std::uint32_t max_congestion = 0;  ///< of one dispatch
  std::uint64_t time_units = 0;      ///< until the last request is complete
  Latencies latencies;               ///< of the dispatches
  BusyTimes busy;                    ///< on a hierarchical machine
};

/// A machine of the specification in C++: foretells each of its dispatches, or runs by itself. It
/// knows no hardware.
class Model : public Reference {
 public:
  /// The rest of the run, for its totals and its memory only; faster than calling next(). Tells
  /// `progress`, if given, about which share of the rounds is done, 0 to 1. Throws as next() does.
  virtual void run(const std::function<void(double)>& progress = {}) = 0;

  /// The word at `address` of memory `memory`, where there are several.
  [[nodiscard]] virtual Word word_in(std::uint32_t /*memory*/, Address address) const {
    return word(address);
  }

  [[nodiscard]] virtual const Totals& totals() const = 0;
};

/// The model of `machine`, whatever packs its requests. `program` must outlive it. Throws
/// std::invalid_argument for a machine that cannot be, a program of another width, and a program
/// that needs more rows than the machine has.
std::unique_ptr<Model> make_reference(const Program& program, const Machine& machine,
                                      ModelOptions options = {});

}  // namespace superwarp::model
