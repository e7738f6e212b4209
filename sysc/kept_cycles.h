// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "Vmemory_machine.h"
#include "model/machine/bank_event.h"
#include "model/machine/kept_units.h"
#include "sysc/lanes.h"

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
      if (std::find(completed.begin(), completed.end(), id) == completed.end())
        completed.push_back(id);
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
  static void keep(const Cycle& cycle, const Vmemory_machine& pins,
                   const std::vector<DispatchId>& completed, KeptUnits& kept) {
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

}  // namespace superwarp::sysc
