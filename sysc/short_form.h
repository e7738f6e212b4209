// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "Vmemory_machine.h"
#include "model/machine/bank_event.h"
#include "sysc/kept_cycles.h"
#include "sysc/lanes.h"

namespace superwarp::sysc {

/// The pins of a unit with one tag, of which a batch leaves most idle, in few words: the lanes that
/// are served with their words and numbers of events, the tag, and the events with their requests
/// and words. See KeptCycles.
class ShortForm {
  static constexpr std::uint32_t kMaskWords = (kLanes + 31) / 32;
  static constexpr std::uint32_t kMostEvents = 1U << kPinBits;

 public:
  static constexpr std::uint32_t kMost = kMaskWords + 2 * kLanes + 1 + 2 * kMostEvents;

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
    auto* number = reinterpret_cast<Number*>(word + served);
    std::uint32_t* event = reinterpret_cast<std::uint32_t*>(number) + words_of(served);
    *event++ = PortWords(pins.lane_tag_o).data()[0];
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

  /// Sets events() and served().
  void recall(const std::uint32_t*& from, const Counts& counts) {
    const auto mask = take(from, kMaskWords);
    const auto word = take(from, counts.served);
    const auto* const number =
        reinterpret_cast<const Number*>(take(from, words_of(counts.served)).begin());
    const DispatchId id = take(from, 1).front() * kTagInverse;
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
        served[at].dispatch = id;
        served[at].lane = i * 32 + static_cast<std::uint32_t>(__builtin_ctzll(left));
        served[at].word = word[at];
        served[at].event = number[at];
        if (number[at] == known) events[known++].first = at;
      }
    }
  }

  [[nodiscard]] const BankEvent* events() const { return events_.data(); }
  [[nodiscard]] const Served* served() const { return served_.data(); }

 private:
  using Number = std::conditional_t<kPinBits <= 8, std::uint8_t, std::uint16_t>;  ///< of an event
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

  std::array<BankEvent, kMostEvents> events_;
  std::array<Served, kLanes> served_;
};

}  // namespace superwarp::sysc
