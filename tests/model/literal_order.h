// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "sim/trace/trace.h"
#include "tests/units/headers.h"

namespace superwarp::model {

/// An access by a super warp.
struct LiteralAccess {
  std::uint32_t super_warp = 0;
  std::uint64_t round = 0;
  std::uint64_t barriers = 0;  ///< before it
  Op op = Op::kRead;
  std::vector<Address> address;  ///< by lane
  std::vector<Word> data;        ///< by lane
};

/// The order of a trace's accesses by the rules of docs/spec/machines.md taken literally: round
/// robin among ready super warps, from the lowest after a barrier. Shares no code with the model.
class LiteralOrder {
 public:
  LiteralOrder(const trace::Trace& trace, const Machine& machine);

  [[nodiscard]] bool anything_left() const;

  /// The access that is taken in time unit `t`, if a super warp is ready. It is in flight until
  /// complete().
  std::optional<LiteralAccess> take(std::uint64_t t);

  /// The super warp's access is complete at the end of time unit `t`.
  void complete(std::uint32_t super_warp, std::uint64_t t) { complete_[super_warp] = t; }

 private:
  void add(const trace::Trace& trace, std::uint64_t round, std::uint64_t barriers,
           std::uint32_t super_warp);

  std::uint32_t width_;
  std::uint32_t super_warp_;
  std::vector<std::deque<LiteralAccess>> todo_;  ///< by super warp
  std::vector<std::uint64_t> complete_;          ///< by super warp: of its last access
  std::uint64_t open_ = 0;                       ///< barriers passed
  std::uint32_t search_from_ = 0;
};

/// The memory before the run.
std::vector<Word> literal_memory(const trace::Trace& trace);

/// The bank of an address under the mappings identity and random-shift.
std::uint32_t literal_bank(const Machine& machine, Address address);

}  // namespace superwarp::model
