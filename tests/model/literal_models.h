// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "sim/trace/trace.h"
#include "tests/units/headers.h"

/// \file
/// Simulations that follow the pages sentence by sentence. Slow and plain; they share no code with
/// the model.

namespace superwarp::model {

/// A trace of blocks that are resident together, with `warps` warps each.
struct InBlocks {
  trace::Trace trace;
  std::uint32_t count = 1;
  std::uint32_t warps = 0;
};

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
/// robin among ready super warps, with one block from the lowest after a barrier. Shares no code
/// with the model.
class LiteralOrder {
 public:
  LiteralOrder(const InBlocks& blocks, const Machine& machine);

  [[nodiscard]] bool anything_left() const;

  /// The access that is taken in time unit `t`, if a super warp is ready. It is in flight until
  /// complete().
  std::optional<LiteralAccess> take(std::uint64_t t);

  /// The super warp's access is complete at the end of time unit `t`.
  void complete(std::uint32_t super_warp, std::uint64_t t) { complete_[super_warp] = t; }

 private:
  void open_barriers(std::uint64_t t);
  void add(const trace::Trace& trace, std::uint64_t round, std::uint64_t barriers, std::uint32_t super_warp);

  std::uint32_t width_;
  std::uint32_t super_warp_;
  std::uint64_t threads_;
  std::uint32_t blocks_;                         ///< with barriers of their own
  std::vector<std::deque<LiteralAccess>> todo_;  ///< by super warp
  std::vector<std::uint64_t> complete_;          ///< by super warp: of its last access
  std::vector<std::uint64_t> open_;              ///< by block: barriers passed
  std::uint32_t search_from_ = 0;
};

/// The memory before the run.
std::vector<Word> literal_memory(const trace::Trace& trace);

/// The bank of an address under the mappings identity and random-shift.
std::uint32_t literal_bank(const Machine& machine, Address address);

/// A served dispatch.
struct LiteralDispatch {
  std::uint32_t super_warp = 0;
  std::uint64_t round = 0;
  std::uint64_t first_slot = 0;  ///< where warps overlap: the first time unit of waiting
  std::uint32_t congestion = 0;
  std::vector<std::uint32_t> slot;  ///< by lane, from first_slot on; 0 for inactive ones
  std::vector<Word> word;           ///< by lane, on a read; 0 for inactive ones
};

struct LiteralRun {
  std::vector<LiteralDispatch> dispatches;  ///< in order of acceptance
  std::vector<Word> memory;
  std::uint64_t slots = 0;  ///< where warps overlap: time units with a service
  std::uint64_t time_units = 0;
};

/// Runs a trace time unit by time unit with the rules of docs/spec/machines.md and serial.md: in
/// every slot, per bank, the lowest pending thread leads.
LiteralRun simulate_slot_by_slot(const InBlocks& blocks, const Machine& machine);

/// Runs a trace on a machine in which warps overlap, following docs/spec/streaming.md and
/// crossbar.md with sets and lists.
LiteralRun stream_literally(const InBlocks& blocks, const Machine& machine);

}  // namespace superwarp::model
