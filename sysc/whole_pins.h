// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "Vmemory_machine.h"
#include "model/machine/bank_event.h"
#include "sysc/kept_cycles.h"
#include "sysc/lanes.h"

namespace superwarp::sysc {

/// The pins of a unit with a tag for each lane as they are. Where warps overlap, most lanes and
/// banks have something to say: this is little longer than the short form and much faster to keep,
/// since the other thread finds the events. See KeptCycles.
class WholePins {
  static constexpr std::uint32_t kMostPorts = 1U << kPinBits;  ///< that a lane can name
  using Port = std::conditional_t<kPinBits <= 8, std::uint8_t, std::uint16_t>;

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
      // Two words at a time: the processor mispredicts every end of the inner loop.
      std::uint64_t left = pins.valid[i];
      if (i + 1 < pins.valid.size()) left |= std::uint64_t{pins.valid[i + 1]} << 32U;
      for (; left != 0; left &= left - 1, ++at) {
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

  [[nodiscard]] const BankEvent* events() const { return events_.data(); }
  [[nodiscard]] const Served* served() const { return served_.data(); }

 private:
  static constexpr std::uint32_t kValid = 0x80000000U;  ///< of a request on the pins
  static constexpr std::uint32_t kNoEvent = 0xffffffffU;
  static constexpr std::uint32_t kLine = 16;    ///< words that a cache fetches
  static constexpr std::uint32_t kAhead = 192;  ///< words

  /// There is no port `port` if they are no power of two and a broken unit names one.
  static BankEvent event_at(const Pins& pins, std::uint32_t port, std::uint32_t first) {
    const bool exists = kPins == kMostPorts || port < kPins;
    const std::uint32_t request = exists ? pins.request[port] : 0;
    const bool writes = exists && bit_at(pins.write.data(), port);
    BankEvent event;
    // Port p of bank b is number p * banks + b.
    event.bank = kPortsOfABank == 1 ? port : port % kBanks;
    event.row = (request & kValid) != 0 ? (request & ~kValid) >> kPinBits : kNoRow;
    event.op = writes ? Op::kWrite : Op::kRead;
    event.word = exists ? pins.bank_data[port] : 0;
    event.first = first;
    return event;
  }

  std::array<BankEvent, kMostPorts> events_;
  std::array<Served, kLanes> served_;
};

}  // namespace superwarp::sysc
