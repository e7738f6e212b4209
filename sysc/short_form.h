// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "Vmemory_machine.h"
#include "language/bank_event.h"
#include "language/kept_units.h"
#include "sysc/lanes.h"

/// \file
/// The pins of a memory machine in one clock cycle, a short form of them, and their events.

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
      if (std::find(completed.begin(), completed.end(), id) == completed.end())
        completed.push_back(id);
    }
  }
}

/// What the pins say in a cycle, in few words, as another thread waits for each of them: a head,
/// the names of accepted and completed dispatches, the lanes that are served with their words, tags
/// and numbers of events, and the events with their requests and words.
class ShortForm final : public KeptUnits::Reader {
 public:
  /// `completed` is what find_completed() finds.
  static void keep(const Cycle& cycle, const Vmemory_machine& pins,
                   const std::vector<DispatchId>& completed, KeptUnits& kept) {
    std::uint32_t* const begin = kept.room(kMost);
    std::uint32_t* end = begin + kHead;
    end = std::copy_n(cycle.id.data(), cycle.accepted, end);
    end = std::copy_n(completed.data(), completed.size(), end);
    Counts counts;
    if (pins.access_valid_o != 0) end = keep(pins, end, counts);
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
    TimeUnitView now;
    now.time = std::uint64_t{at[1]} << 32U | at[0];
    now.memory = at[2];
    now.one_dispatch = kTags == 1;
    now.accepted = take(from, at[3]);
    now.completed = take(from, at[4]);
    const Counts counts{at[5], at[6]};
    if (counts.events != 0) recall(from, counts);
    now.events = {events_.data(), counts.events};
    now.served = {served_.data(), counts.served};
    at = from;
    return now;
  }

 private:
  struct Counts {
    std::uint32_t events = 0;
    std::uint32_t served = 0;
  };
  using Number = std::conditional_t<kPinBits <= 8, std::uint8_t, std::uint16_t>;  ///< of an event
  static constexpr std::uint32_t kHead = 7;
  static constexpr std::uint32_t kMaskWords = (kLanes + 31) / 32;
  static constexpr std::uint32_t kMostEvents = 1U << kPinBits;
  static constexpr std::uint32_t kMost =
      kHead + kPorts + 5 * kLanes + kMaskWords + 2 * kMostEvents + 4;
  static constexpr std::uint32_t kValid = 0x80000000U;   ///< of a request on the pins
  static constexpr std::uint32_t kWrites = 0x80000000U;  ///< of an event
  /// The row of a port that makes no access: rows on the pins are smaller.
  static constexpr std::uint32_t kNoAccess = ~kWrites & ~0U << kPinBits;
  static constexpr std::uint32_t kNoEvent = 0xffffffffU;

  /// There is no port `port` if they are no power of two and a broken unit names one.
  [[nodiscard]] static constexpr bool exists(std::uint32_t port) {
    return kPins == kMostEvents || port < kPins;
  }
  static constexpr std::uint32_t words_of(std::uint32_t served) {
    return (served * sizeof(Number) + 3) / 4;
  }
  static Span<std::uint32_t> take(const std::uint32_t*& from, std::uint32_t count) {
    return {std::exchange(from, from + count), count};
  }

  /// An event for every port that serves a lane, in order of its lowest lane; then those of ports
  /// that serve no lane, which no lawful unit has.
  static std::uint32_t* keep(const Vmemory_machine& pins, std::uint32_t* const begin,
                             Counts& counts) {
    const PortWords bank_req(pins.bank_req_o);
    const PortWords bank_write(pins.bank_write_o);
    const PortWords bank_data(pins.bank_data_o);
    const PortWords lane_valid(pins.lane_valid_o);
    const PortWords lane_bank(pins.lane_bank_o);
    const PortWords lane_data(pins.lane_data_o);
    const PortWords lane_tag(pins.lane_tag_o);
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
    std::uint32_t* tag = word + served;
    auto* number = reinterpret_cast<Number*>(kTags == 1 ? tag : tag + served);
    std::uint32_t* event = reinterpret_cast<std::uint32_t*>(number) + words_of(served);
    if (kTags == 1) *event++ = lane_tag.data()[0];
    std::array<std::uint32_t, kMostEvents> event_of;  // by port
    event_of.fill(kNoEvent);
    std::array<std::uint32_t, kMostEvents> port_of;  // by event
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < kMaskWords; i += 2) {
      // Two words at a time: the processor mispredicts every end of the inner loop.
      std::uint64_t left = lane_valid.data()[i];
      if (i + 1 < kMaskWords) left |= std::uint64_t{lane_valid.data()[i + 1]} << 32U;
      for (; left != 0; left &= left - 1) {
        const std::uint32_t lane = i * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        const std::uint32_t port = lane_bank.data()[lane] & (kMostEvents - 1);
        std::uint32_t its_event = event_of[port];
        if (its_event == kNoEvent) {
          its_event = found++;
          event_of[port] = its_event;
          port_of[its_event] = port;
        }
        *number++ = static_cast<Number>(its_event);
        *word++ = lane_data.data()[lane];
        if (kTags > 1) *tag++ = lane_tag.data()[lane];
      }
    }
    for (std::uint32_t port = 0; found < accesses && port < kPins; ++port) {
      if (event_of[port] == kNoEvent && (bank_req.data()[port] & kValid) != 0)
        port_of[found++] = port;
    }
    // In a loop of its own, for which the processor has enough registers.
    for (std::uint32_t i = 0; i < found; ++i) {
      const std::uint32_t port = port_of[i];
      const std::uint32_t request = exists(port) ? bank_req.data()[port] : 0;
      const bool writes = exists(port) && bit_at(bank_write.data(), port);
      *event++ =
          ((request & kValid) != 0 ? request & ~kValid : kNoAccess | port) | (writes ? kWrites : 0);
      *event++ = exists(port) ? bank_data.data()[port] : 0;
    }
    counts = {found, served};
    return found == 0 ? begin : event;  // a broken unit says that there are accesses
  }

  void recall(const std::uint32_t*& from, const Counts& counts) {
    const auto mask = take(from, kMaskWords);
    const auto word = take(from, counts.served);
    const auto tag = take(from, kTags == 1 ? 0 : counts.served);
    const auto* const number =
        reinterpret_cast<const Number*>(take(from, words_of(counts.served)).begin());
    const DispatchId its_id = kTags == 1 ? take(from, 1).front() * kTagInverse : 0;
    const auto event = take(from, 2 * counts.events);
    BankEvent* const events = events_.data();
    for (std::uint32_t i = 0; i < counts.events; ++i) {
      const std::uint32_t request = event[2 * i] & ~kWrites;
      const std::uint32_t port = request & (kMostEvents - 1);
      // Port p of bank b is number p * banks + b.
      events[i].bank = kPortsOfABank == 1 ? port : port % kBanks;
      events[i].row = request >= kNoAccess ? kNoRow : request >> kPinBits;
      events[i].op = (event[2 * i] & kWrites) != 0 ? Op::kWrite : Op::kRead;
      events[i].word = event[2 * i + 1];
      events[i].first = kNoLane;
    }
    Served* const served = served_.data();
    std::uint32_t at = 0;
    std::uint32_t known = 0;  // events whose first lane is known
    for (std::uint32_t i = 0; i < kMaskWords; i += 2) {
      std::uint64_t left = mask[i];
      if (i + 1 < kMaskWords) left |= std::uint64_t{mask[i + 1]} << 32U;
      for (; left != 0; left &= left - 1, ++at) {
        served[at].dispatch = kTags == 1 ? its_id : tag[at] * kTagInverse;
        served[at].lane = i * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        served[at].word = word[at];
        served[at].event = number[at];
        if (number[at] == known) events[known++].first = at;
      }
    }
  }

  std::array<BankEvent, kMostEvents> events_;
  std::array<Served, kLanes> served_;
};

}  // namespace superwarp::sysc
