// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "Vmemory_machine.h"
#include "model/machine/bank_event.h"
#include "sysc/rtl_unit.h"
#include "sysc/verilated_unit.h"

/// \file
/// The pins of a memory machine in one clock cycle, and how a unit keeps them for another thread.

#ifndef SUPERWARP_PORTS_OF_A_BANK  // the pins do not tell it
#define SUPERWARP_PORTS_OF_A_BANK 1
#endif

namespace superwarp::sysc {

/// A tag on the pins is the dispatch's number times an odd constant, so that every bit matters from
/// the first dispatch on.
inline constexpr std::uint32_t kTagFactor = 0x9e3779b1U;
inline constexpr std::uint32_t kTagInverse = 0x0e8b2f51U;  // the product is 1 modulo 2^32
static_assert(kTagFactor * kTagInverse == 1U);

/// Every port of a bank has an address lane of 32 bits.
inline constexpr std::uint32_t kPins = sizeof(Vmemory_machine::bank_req_o) / 4;
inline constexpr std::uint32_t kPinBits = bits_of(kPins - 1);  ///< of a location
inline constexpr std::uint32_t kPortsOfABank = SUPERWARP_PORTS_OF_A_BANK;
inline constexpr std::uint32_t kBanks = kPins / kPortsOfABank;
inline constexpr std::uint32_t kLanes = sizeof(Vmemory_machine::lane_data_o) / 4;
/// One tag for all lanes, or one each.
inline constexpr std::uint32_t kTags = sizeof(Vmemory_machine::lane_tag_o) / 4;
/// Every port for dispatches has a tag of 32 bits.
inline constexpr std::uint32_t kPorts = sizeof(Vmemory_machine::dispatch_tag_i) / 4;

/// What a cycle has beside the outputs.
struct Cycle {
  std::uint64_t time = 0;
  std::uint32_t memory = 0;
  std::uint32_t accepted = 0;           ///< dispatches
  std::array<DispatchId, kPorts> id{};  ///< of them
};

/// Adds the dispatches that are complete. Every lane of one that is served reports it; one is
/// enough.
inline void find_completed(const Vmemory_machine& pins, std::vector<DispatchId>& completed) {
  const PortWords complete(pins.lane_complete_o);
  const PortWords tag(pins.lane_tag_o);
  for (std::uint32_t word = 0; word < complete.size(); ++word) {
    for (std::uint32_t left = complete.data()[word]; left != 0; left &= left - 1) {
      const std::uint32_t lane = word * 32 + static_cast<std::uint32_t>(__builtin_ctz(left));
      const DispatchId id = tag.data()[lane] * kTagInverse;
      if (std::find(completed.begin(), completed.end(), id) == completed.end()) completed.push_back(id);
    }
  }
}

/// How many events and served lanes a cycle has.
struct Counts {
  std::uint32_t events = 0;
  std::uint32_t served = 0;
};

/// Keeps cycles for another thread, which waits for each word: a head, the names of accepted and
/// completed dispatches, and, if a bank makes an access, the pins in a Form.
///
/// Form::keep(pins, begin, counts) writes at most Form::kMost words and returns their end;
/// form.recall(from, counts) goes to that end, and form.events() and form.served() are valid then.
/// A form may leave it to recall() to count.
template <class Form>
class KeptCycles final : public KeptUnits::Reader {
 public:
  /// `completed` is what find_completed() finds.
  static void keep(const Cycle& cycle, const Vmemory_machine& pins, const std::vector<DispatchId>& completed,
                   KeptUnits& kept) {
    std::uint32_t* const begin = kept.room(kHead + kPorts + kLanes + Form::kMost);
    std::uint32_t* end = begin + kHead;
    end = std::copy_n(cycle.id.data(), cycle.accepted, end);
    end = std::copy_n(completed.data(), completed.size(), end);
    Counts counts;
    if (pins.access_valid_o != 0) end = Form::keep(pins, end, counts);
    begin[0] = static_cast<std::uint32_t>(cycle.time);
    begin[1] = static_cast<std::uint32_t>(cycle.time >> 32U);
    begin[2] = cycle.memory;
    begin[3] = cycle.accepted;
    begin[4] = static_cast<std::uint32_t>(completed.size());
    begin[5] = counts.events;
    begin[6] = counts.served;
    kept.added(static_cast<std::size_t>(end - begin));
  }

  TimeUnitView next(KeptUnits::Place& at) override {
    const std::uint32_t* from = at + kHead;
    const auto take = [&from](std::uint32_t count) -> Span<std::uint32_t> {
      return {std::exchange(from, from + count), count};
    };
    TimeUnitView now;
    now.time = std::uint64_t{at[1]} << 32U | at[0];
    now.memory = at[2];
    now.one_dispatch = kTags == 1;
    now.accepted = take(at[3]);
    now.completed = take(at[4]);
    Counts counts{at[5], at[6]};
    if (counts.events != 0) form_.recall(from, counts);
    now.events = {form_.events(), counts.events};
    now.served = {form_.served(), counts.served};
    at = from;
    return now;
  }

 private:
  static constexpr std::uint32_t kHead = 7;
  Form form_;
};

/// What the forms of kept pins share: ports as numbers, and the events and lanes that were
/// recalled.
class KeptForm {
 public:
  [[nodiscard]] const BankEvent* events() const { return events_.data(); }
  [[nodiscard]] const Served* served() const { return served_.data(); }

 protected:
  static constexpr std::uint32_t kMostPorts = 1U << kPinBits;  ///< that a lane can name
  using Port = std::conditional_t<kPinBits <= 8, std::uint8_t, std::uint16_t>;
  static constexpr std::uint32_t kValid = 0x80000000U;  ///< of a request on the pins
  static constexpr std::uint32_t kNoEvent = 0xffffffffU;

  /// There is no port `port` if they are no power of two and a broken unit names one.
  [[nodiscard]] static constexpr bool exists(std::uint32_t port) { return kPins == kMostPorts || port < kPins; }
  /// Port p of bank b is number p * banks + b.
  static constexpr std::uint32_t bank_of(std::uint32_t port) { return kPortsOfABank == 1 ? port : port % kBanks; }
  /// The lanes of words i and i + 1 of a mask. Two words at a time: the processor mispredicts every
  /// end of a loop over them.
  template <class Mask>
  static std::uint64_t two_words(const Mask& mask, std::uint32_t i, std::uint32_t size) {
    const std::uint64_t low = mask[i];
    return i + 1 < size ? low | std::uint64_t{mask[i + 1]} << 32U : low;
  }

  std::array<BankEvent, kMostPorts> events_;
  std::array<Served, kLanes> served_;
};

/// The pins of a unit with one tag, of which a batch leaves most idle, in few words: the lanes that
/// are served with their words and numbers of events, the tag, and the events with their requests
/// and words. See KeptCycles.
class ShortForm : public KeptForm {
  static constexpr std::uint32_t kMaskWords = (kLanes + 31) / 32;

 public:
  static constexpr std::uint32_t kMost = kMaskWords + 2 * kLanes + 1 + 2 * kMostPorts;

  /// An event for every port that serves a lane, in order of its lowest lane; then those of ports
  /// that serve no lane, which no lawful unit has.
  static std::uint32_t* keep(const Vmemory_machine& pins, std::uint32_t* const begin, Counts& counts) {
    const PortWords bank_req(pins.bank_req_o);
    const PortWords bank_write(pins.bank_write_o);
    const PortWords bank_data(pins.bank_data_o);
    const PortWords lane_valid(pins.lane_valid_o);
    const PortWords lane_bank(pins.lane_bank_o);
    const PortWords lane_data(pins.lane_data_o);
    std::uint32_t accesses = 0;
#if defined(__clang__)
#pragma clang loop unroll(disable)  // which would keep it from vectors
#endif
    for (std::uint32_t pin = 0; pin < kPins; ++pin) accesses += bank_req.data()[pin] >> 31U;
    std::uint32_t* end = begin;
    std::uint32_t served = 0;
    for (std::uint32_t i = 0; i < kMaskWords; ++i)
      served += static_cast<std::uint32_t>(__builtin_popcount(*end++ = lane_valid.data()[i]));
    std::uint32_t* word = end;
    auto* number = reinterpret_cast<Port*>(word + served);
    std::uint32_t* event = reinterpret_cast<std::uint32_t*>(number) + words_of(served);
    *event++ = PortWords(pins.lane_tag_o).data()[0];
    std::array<std::uint32_t, kMostPorts> event_of;  // by port
    event_of.fill(kNoEvent);
    std::array<std::uint32_t, kMostPorts> port_of;  // by event
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < kMaskWords; i += 2) {
      for (std::uint64_t left = two_words(lane_valid.data(), i, kMaskWords); left != 0; left &= left - 1) {
        const std::uint32_t lane = i * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        const std::uint32_t port = lane_bank.data()[lane] & (kMostPorts - 1);
        std::uint32_t its_event = event_of[port];
        if (its_event == kNoEvent) {
          its_event = found++;
          event_of[port] = its_event;
          port_of[its_event] = port;
        }
        *number++ = static_cast<Port>(its_event);
        *word++ = lane_data.data()[lane];
      }
    }
    for (std::uint32_t port = 0; found < accesses && port < kPins; ++port) {
      if (event_of[port] == kNoEvent && (bank_req.data()[port] & kValid) != 0) port_of[found++] = port;
    }
    // In a loop of its own, for which the processor has enough registers.
    for (std::uint32_t i = 0; i < found; ++i) {
      const std::uint32_t port = port_of[i];
      const std::uint32_t request = exists(port) ? bank_req.data()[port] : 0;
      const bool writes = exists(port) && bit_at(bank_write.data(), port);
      *event++ = ((request & kValid) != 0 ? request & ~kValid : kNoAccess | port) | (writes ? kWrites : 0);
      *event++ = exists(port) ? bank_data.data()[port] : 0;
    }
    counts = {found, served};
    return found == 0 ? begin : event;  // a broken unit says that there are accesses
  }

  /// Sets events() and served().
  void recall(const std::uint32_t*& from, const Counts& counts) {
    const auto mask = take(from, kMaskWords);
    const auto word = take(from, counts.served);
    const auto* const number = reinterpret_cast<const Port*>(take(from, words_of(counts.served)).begin());
    const DispatchId id = take(from, 1).front() * kTagInverse;
    const auto event = take(from, 2 * counts.events);
    BankEvent* const events = events_.data();
    for (std::uint32_t i = 0; i < counts.events; ++i) {
      const std::uint32_t request = event[2 * i] & ~kWrites;
      const std::uint32_t port = request & (kMostPorts - 1);
      events[i].bank = bank_of(port);
      events[i].row = request >= kNoAccess ? kNoRow : request >> kPinBits;
      events[i].op = (event[2 * i] & kWrites) != 0 ? Op::kWrite : Op::kRead;
      events[i].word = event[2 * i + 1];
      events[i].first = kNoLane;
    }
    Served* const served = served_.data();
    std::uint32_t at = 0;
    std::uint32_t known = 0;  // events whose first lane is known
    for (std::uint32_t i = 0; i < kMaskWords; i += 2) {
      for (std::uint64_t left = two_words(mask, i, kMaskWords); left != 0; left &= left - 1, ++at) {
        served[at].dispatch = id;
        served[at].lane = i * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        served[at].word = word[at];
        served[at].event = number[at];
        if (number[at] == known) events[known++].first = at;
      }
    }
  }

 private:
  static constexpr std::uint32_t kWrites = 0x80000000U;  ///< of an event
  /// The row of a port that makes no access: rows on the pins are smaller.
  static constexpr std::uint32_t kNoAccess = ~kWrites & ~0U << kPinBits;

  static constexpr std::uint32_t words_of(std::uint32_t served) { return (served * sizeof(Port) + 3) / 4; }
  static Span<std::uint32_t> take(const std::uint32_t*& from, std::uint32_t count) {
    return {std::exchange(from, from + count), count};
  }
};

/// The pins of a unit with a tag for each lane as they are. Where warps overlap, most lanes and
/// banks have something to say: this is little longer than the short form and much faster to keep,
/// since the other thread finds the events. See KeptCycles.
class WholePins : public KeptForm {
  template <class Pin>
  using Words = std::array<std::uint32_t, PortWords<Pin>::size()>;
  struct Pins {
    Words<decltype(Vmemory_machine::lane_valid_o)> valid;
    Words<decltype(Vmemory_machine::bank_write_o)> write;
    std::array<std::uint32_t, kPins> request;
    std::array<std::uint32_t, kPins> bank_data;
    std::array<std::uint32_t, kLanes> lane_data;
    std::array<std::uint32_t, kTags> tag;
    alignas(std::uint32_t) std::array<Port, kLanes> port;
  };

 public:
  static constexpr std::uint32_t kMost = sizeof(Pins) / sizeof(std::uint32_t);

  /// Counts only whether there is anything.
  static std::uint32_t* keep(const Vmemory_machine& pins, std::uint32_t* begin, Counts& counts) {
    Pins& kept = *reinterpret_cast<Pins*>(begin);
    const auto copy = [](const auto& port, auto& words) {
      std::copy_n(PortWords(port).data(), words.size(), words.data());
    };
    copy(pins.lane_valid_o, kept.valid);
    copy(pins.bank_write_o, kept.write);
    copy(pins.bank_req_o, kept.request);
    copy(pins.bank_data_o, kept.bank_data);
    copy(pins.lane_data_o, kept.lane_data);
    copy(pins.lane_tag_o, kept.tag);
    const PortWords lane_bank(pins.lane_bank_o);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      kept.port[lane] = static_cast<Port>(lane_bank.data()[lane] & (kMostPorts - 1));
    counts.events = 1;
    return begin + kMost;
  }

  /// An event for every port that serves a lane, in order of its lowest lane; then those of ports
  /// that serve no lane, which no lawful unit has.
  void recall(const std::uint32_t*& from, Counts& counts) {
    const Pins& pins = *reinterpret_cast<const Pins*>(from);
    from += kMost;
    // Another core has written the next cycles, so they come slowly.
    for (std::uint32_t i = 0; i < kMost; i += kLine) __builtin_prefetch(from + kAhead + i);
    std::array<std::uint32_t, kMostPorts> event_of;
    event_of.fill(kNoEvent);
    BankEvent* const events = events_.data();
    Served* const served = served_.data();
    std::uint32_t found = 0;
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < pins.valid.size(); i += 2) {
      for (std::uint64_t left = two_words(pins.valid, i, pins.valid.size()); left != 0; left &= left - 1, ++at) {
        const std::uint32_t lane = i * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        const std::uint32_t port = pins.port[lane];
        std::uint32_t event = event_of[port];
        if (event == kNoEvent) {
          event = found++;
          event_of[port] = event;
          events[event] = event_at(pins, port, at);
        }
        served[at].dispatch = pins.tag[lane] * kTagInverse;
        served[at].lane = lane;
        served[at].word = pins.lane_data[lane];
        served[at].event = event;
      }
    }
    std::uint32_t accesses = 0;
    for (const std::uint32_t request : pins.request) accesses += request >> 31U;
    for (std::uint32_t port = 0; found < accesses && port < kPins; ++port) {
      if (event_of[port] == kNoEvent && (pins.request[port] & kValid) != 0)
        events[found++] = event_at(pins, port, kNoLane);
    }
    counts = {found, at};
  }

 private:
  static constexpr std::uint32_t kLine = 16;    ///< words that a cache fetches
  static constexpr std::uint32_t kAhead = 192;  ///< words

  static BankEvent event_at(const Pins& pins, std::uint32_t port, std::uint32_t first) {
    const bool is_real = exists(port);
    const std::uint32_t request = is_real ? pins.request[port] : 0;
    BankEvent event;
    event.bank = bank_of(port);
    event.row = (request & kValid) != 0 ? (request & ~kValid) >> kPinBits : kNoRow;
    event.op = is_real && bit_at(pins.write.data(), port) ? Op::kWrite : Op::kRead;
    event.word = is_real ? pins.bank_data[port] : 0;
    event.first = first;
    return event;
  }
};

}  // namespace superwarp::sysc
