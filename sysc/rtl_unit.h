// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"

/// \file
/// The units as the bench sees them: dispatches or requests go in, bank events come out. No
/// Verilator header is needed to use them.

namespace superwarp {

/// What the RTL's key port takes in one cycle (rtl/rsu.sv).
struct KeyWrite {
  std::uint32_t index = 0;
  std::uint32_t value = 0;
};

/// Set in the index of a region's bit.
inline constexpr std::uint32_t kRegionIndex = 1U << 31U;

/// All that a unit's key port takes before a run of `machine`: the mapping's key, and whether it is
/// on in each region.
std::vector<KeyWrite> key_writes(const Machine& machine);

}  // namespace superwarp

namespace superwarp::sysc {

using superwarp::LaneRequest;

/// Time units one after another in one piece of memory, which another thread reads fast.
class KeptUnits {
 public:
  using Place = const std::uint32_t*;

  void clear() { size_ = 0; }
  [[nodiscard]] Place begin() const { return words_.data(); }
  [[nodiscard]] std::size_t size() const { return size_; }  ///< of words

  /// Memory for at most `count` words; added() says how many of them are in use.
  std::uint32_t* room(std::size_t count) {
    if (size_ + count > words_.size()) words_.resize(2 * (size_ + count));
    return words_.data() + size_;
  }
  void added(std::size_t count) { size_ += count; }

  /// The form for units that have no shorter one.
  void keep(const TimeUnitView& unit) {
    const Head head = {unit.time,   unit.accepted.size(), unit.events.size(), unit.served.size(), unit.completed.size(),
                       unit.memory, unit.one_dispatch};
    add(&head, 1);
    add(unit.accepted.begin(), unit.accepted.size());
    add(unit.events.begin(), unit.events.size());
    add(unit.served.begin(), unit.served.size());
    add(unit.completed.begin(), unit.completed.size());
  }

  /// Reads what was kept, in a thread of its own.
  class Reader {
   public:
    virtual ~Reader() = default;
    /// The time unit at `at`, which goes on to the next; valid until the next call.
    virtual TimeUnitView next(Place& at) { return recall(at); }
  };

 private:
  struct Head {
    std::uint64_t time;
    std::size_t accepted;
    std::size_t events;
    std::size_t served;
    std::size_t completed;
    std::uint32_t memory;
    bool one_dispatch;
  };
  template <class Part>
  static constexpr std::size_t kWords = sizeof(Part) / sizeof(std::uint32_t);

  /// What keep() has kept there.
  static TimeUnitView recall(Place& at) {
    Head head;
    std::memcpy(&head, at, sizeof head);
    at += kWords<Head>;
    TimeUnitView unit;
    unit.time = head.time;
    unit.memory = head.memory;
    unit.one_dispatch = head.one_dispatch;
    unit.accepted = next<DispatchId>(at, head.accepted);
    unit.events = next<BankEvent>(at, head.events);
    unit.served = next<Served>(at, head.served);
    unit.completed = next<DispatchId>(at, head.completed);
    return unit;
  }

  template <class Part>
  void add(const Part* parts, std::size_t count) {
    if (count == 0) return;
    std::memcpy(room(count * kWords<Part>), parts, count * sizeof(Part));
    added(count * kWords<Part>);
  }
  template <class Part>
  static Span<Part> next(Place& at, std::size_t count) {
    const Place first = std::exchange(at, at + count * kWords<Part>);
    return {reinterpret_cast<const Part*>(first), count};
  }

  std::vector<std::uint32_t> words_;  ///< and places for more
  std::size_t size_ = 0;              ///< words in use
};

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
  virtual void offer_at(std::uint32_t /*port*/, const Dispatch& dispatch, DispatchId id) { offer(dispatch, id); }
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

/// A lane's outputs and its part of stage l: the ports of rtl/lane_machine.sv of the same names.
/// All but the first two are 0 while they are invalid.
struct LanePort {
  bool request_ready = false;
  bool response_valid = false;
  std::uint32_t response_tag = 0;
  Word response_data = 0;
  bool served = false;
  std::uint32_t served_bank = 0;
  std::uint32_t served_tag = 0;
  Word served_data = 0;
};

/// The access of a bank in this cycle; all 0 without one.
struct BankPort {
  bool accesses = false;
  bool writes = false;
  std::uint32_t cell = 0;  ///< row * b + bank
  Word data = 0;
};

struct LaneOutputs {
  std::vector<LanePort> lane;
  std::vector<BankPort> bank;
};

/// One Verilated lane machine with words of four bytes and tags of 32 bits.
class LaneUnit {
 public:
  virtual ~LaneUnit() = default;

  /// Holds the unit in reset for some cycles with this latency; the memory keeps its words.
  /// Afterwards no lane requests anything or takes responses.
  virtual void reset(std::uint32_t latency) = 0;

  /// Writes a random mapping's key into its table, and the bits of regions (rtl/rsu.sv), one entry
  /// a cycle. Words in memory then have other addresses. No writes change nothing.
  virtual void load_key(const std::vector<KeyWrite>& writes) = 0;

  /// Sets what `lane` requests from the next rising edge on, and whether it takes responses.
  virtual void offer(std::uint32_t lane, const LaneRequest& request) = 0;
  virtual void idle(std::uint32_t lane) = 0;
  virtual void take(std::uint32_t lane, bool ready) = 0;

  /// Lets the outputs settle and returns them.
  virtual const LaneOutputs& settle() = 0;
  virtual void rising_edge() = 0;

  /// An assertion of the RTL has failed since the last reset.
  [[nodiscard]] virtual bool assertion_failed() const = 0;
};

/// Entry point of the compiled unit, see verilated_lane_machine.cpp.
inline constexpr const char* kMakeLaneUnitSymbol = "superwarp_make_lane_unit";

}  // namespace superwarp::sysc
