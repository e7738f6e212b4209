// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"
#include "model/machine/kept_units.h"
#include "model/machine/key_port.h"

/// \file
/// A memory unit as the bench sees it: dispatches go in, bank events come out. No Verilator header
/// is needed to use it.

namespace superwarp::sysc {

/// What a scheduler needs of a time unit in which no lane is served twice.
struct Answers {
  std::uint64_t time = 0;
  Span<std::uint32_t> lanes;   ///< a bit for each: it is served
  const Word* word = nullptr;  ///< by lane: what it has read
  Span<DispatchId> of;         ///< by lane; one if it is the same for all
  Span<DispatchId> completed;
};

/// One memory unit of fixed width, super warp and rows. It takes its inputs on the rising edge. No
/// output depends on an input in the same cycle, except ready if there are several ports.
class RtlUnit {
 public:
  virtual ~RtlUnit() = default;

  /// Holds the unit in reset for some cycles with this latency; the memory keeps its words. Time
  /// restarts.
  virtual void reset(std::uint32_t latency) = 0;

  /// Writes a random mapping's key into its table, and the bits of regions (rtl/rsu.sv), one entry
  /// a cycle. Words in memory then have other addresses. No writes change nothing.
  virtual void load_key(const std::vector<KeyWrite>& writes) = 0;

  /// Makes this memory `memory` of several with one clock: the next rising edge begins time unit 1.
  /// Without start(), the unit is memory 0 and its first acceptance begins time unit 1.
  virtual void start(std::uint32_t memory) = 0;

  /// Offers `dispatch` from the next rising edge on until idle() or another offer.
  virtual void offer(const Dispatch& dispatch, DispatchId id) = 0;
  /// Offers nothing for the next rising edge.
  virtual void idle() = 0;
  /// The next rising edge accepts what is offered.
  [[nodiscard]] virtual bool ready() const = 0;

  /// The same at one of several ports (rtl/global_memory.sv), where ready depends on the offers at
  /// the other ports. offer() offers at port 0.
  virtual void offer_at(std::uint32_t /*port*/, const Dispatch& dispatch, DispatchId id) {
    offer(dispatch, id);
  }
  /// Offers the last dispatch at this port again under another name.
  virtual void offer_again_at(std::uint32_t port, const Dispatch& dispatch, DispatchId id) {
    offer_at(port, dispatch, id);
  }
  [[nodiscard]] virtual bool ready_at(std::uint32_t /*port*/) { return ready(); }

  virtual void rising_edge() = 0;
  virtual void falling_edge() = 0;

  /// What the memory does in the cycle that the last rising edge began; valid until the next edge.
  virtual TimeUnitView observe() = 0;
  /// The same for a scheduler, faster; null: the unit has only observe().
  virtual const Answers* answers() { return nullptr; }

  /// Keeps what observe() says in this cycle, for reader() to read it later.
  virtual void keep(KeptUnits& kept) { kept.keep(observe()); }
  [[nodiscard]] virtual std::unique_ptr<KeptUnits::Reader> reader() const {
    return std::make_unique<KeptUnits::Reader>();
  }

  /// The simulator's words of a bank, row by row, for debuggers. Words that a cycle writes appear
  /// with the next rising edge. nullptr if unknown, as in RTL with other banks.
  virtual Word* bank_words(std::uint32_t /*bank*/) { return nullptr; }

  /// An assertion of the RTL has failed. The unit continues, so that waves show the edge.
  [[nodiscard]] virtual bool assertion_failed() const = 0;

  /// Writes an FST waveform from the next reset on: the pins, and the run in the bench's words
  /// (bench_signals.h). Throws std::runtime_error if the file cannot be opened.
  virtual void open_waves(const std::string& file) = 0;
  virtual void close_waves() = 0;
};

/// Entry point of every compiled unit, see verilated_unit.cpp.
inline constexpr const char* kMakeRtlUnitSymbol = "superwarp_make_rtl_unit";

}  // namespace superwarp::sysc
