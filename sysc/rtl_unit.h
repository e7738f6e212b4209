// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/access.h"
#include "language/bank_event.h"

/// \file
/// A memory unit as the bench sees it: dispatches go in, bank events come out. No Verilator header
/// is needed to use it.

namespace superwarp::sysc {

/// One memory unit of fixed width, super warp and rows. Inputs are taken over on the rising edge;
/// no output depends on an input within a cycle, but for the ready of several ports.
class RtlUnit {
 public:
  virtual ~RtlUnit() = default;

  /// Holds the unit in reset for some cycles with this latency; the memory keeps its words. Time
  /// starts anew.
  virtual void reset(std::uint32_t latency) = 0;

  /// Writes a random mapping's key into its table (rtl/rsu.sv), an entry a cycle. What the memory
  /// held before is elsewhere afterwards. An empty key leaves everything as it is.
  virtual void load_key(const std::vector<std::uint32_t>& key) = 0;

  /// One of several units with one clock: the next rising edge begins time unit 1, in which this is
  /// memory `memory`. A unit by itself begins with its first acceptance, as memory 0.
  virtual void start(std::uint32_t memory) = 0;

  /// Offers `dispatch` from the next rising edge on until idle() or another offer.
  virtual void offer(const Dispatch& dispatch, DispatchId id) = 0;
  /// Offers nothing for the next rising edge.
  virtual void idle() = 0;
  /// Will what is offered be taken over on the next rising edge?
  [[nodiscard]] virtual bool ready() const = 0;

  /// The same at one of several ports (rtl/global_memory.sv), where ready depends on what is
  /// offered at the others. What is offered above is offered at port 0.
  virtual void offer_at(std::uint32_t /*port*/, const Dispatch& dispatch, DispatchId id) {
    offer(dispatch, id);
  }
  /// Offers again what offer_at() or this offered at the port last, under another name.
  virtual void offer_again_at(std::uint32_t port, const Dispatch& dispatch, DispatchId id) {
    offer_at(port, dispatch, id);
  }
  [[nodiscard]] virtual bool ready_at(std::uint32_t /*port*/) { return ready(); }

  virtual void rising_edge() = 0;
  virtual void falling_edge() = 0;

  /// What the memory does in the cycle that the last rising edge began; until the next one.
  virtual const TimeUnit& observe() = 0;

  /// The words of a bank, a row after another, where the simulator keeps them: for debuggers, who
  /// look and change without a time unit. What a cycle writes stands there from the next rising
  /// edge on. nullptr where nobody knows, as in RTL that has other banks.
  virtual Word* bank_words(std::uint32_t /*bank*/) { return nullptr; }

  /// Has an assertion of the RTL failed? The unit runs on, so that waves show the edge.
  [[nodiscard]] virtual bool assertion_failed() const = 0;

  /// Writes an FST waveform from the next reset on: the pins, and the run in the bench's words
  /// (bench_signals.h). Throws std::runtime_error if the file cannot be opened.
  virtual void open_waves(const std::string& file) = 0;
  virtual void close_waves() = 0;
};

/// Entry point of every compiled unit, see verilated_unit.cpp.
using MakeRtlUnit = RtlUnit* (*)();
inline constexpr const char* kMakeRtlUnitSymbol = "superwarp_make_rtl_unit";

}  // namespace superwarp::sysc
