// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/hierarchy.h"
#include "model/machine/issue.h"
#include "model/machine/machine_kind.h"
#include "model/machine/regions.h"
#include "model/machine/rpu.h"

namespace superwarp {

/// When a super warp may be dispatched (docs/spec/machines.md, "Two schedules").
enum class Schedule : std::uint8_t {
  kRounds,  ///< a round starts when the round before it is complete (Lemma 1)
  kAsync,   ///< a super warp requests again once its own last request is complete; round robin
};

inline constexpr std::uint32_t kMostLatency = 1024;  ///< of the RTL, and of a machine in words
inline constexpr std::uint32_t kMostSuperWarp = 16;  ///< of the RTL, and of a machine in words

/// One memory machine with all its parameters; a value.
struct Machine {
  MachineKind kind = MachineKind::kDmm;
  std::uint32_t width = 32;          ///< w: threads of a warp, 1 ..
  std::uint32_t banks = 0;           ///< b: banks, 1 ..; 0: as many as threads of a warp
  std::uint32_t latency = 7;         ///< l: stages of the memory pipeline, 1 ..
  std::uint32_t super_warp = 1;      ///< s: warps of a super warp, 1 ..; 1 if warps overlap
  Rpu rpu = Rpu::kBatch;             ///< what packs requests
  Streaming streaming = {};          ///< options of the RPU
  std::uint64_t rows = 0;            ///< words in each bank; addresses lie below words()
  std::string mapping = "identity";  ///< how addresses are spread over the banks
  /// What a random mapping draws: entry i goes to entry i of the RTL's table (rtl/rsu.sv). The
  /// shift r_j of every row for random-shift, random-xor and rap; empty for mappings without a key.
  std::vector<std::uint32_t> key;
  Regions regions = {};     ///< if there are any, the mapping is off in some of them
  std::uint32_t ports = 1;  ///< P: of a bank, 1 .. kMostPorts (model/machine/bank_ports.h)
  /// Words that a bank gives in a slot. 2: `banks` are halves of banks, and 2 k and 2 k + 1 are
  /// one.
  std::uint32_t bank_words = 1;
  Schedule schedule = Schedule::kRounds;
  std::uint64_t seed = 1;  ///< of everything random in a run
  /// If set, every multiprocessor has this memory, and all of them share a global one.
  std::optional<Hierarchy> hierarchy = {};
  /// If set, warps also issue instructions. Needs the async schedule.
  std::optional<Issue> issue = {};

  [[nodiscard]] std::uint32_t bank_count() const { return banks == 0 ? width : banks; }
  /// Banks that have a row of their own in a slot.
  [[nodiscard]] std::uint32_t whole_banks() const { return bank_count() / bank_words; }
  /// Words that all banks serve in a time unit, at most.
  [[nodiscard]] std::uint32_t port_count() const { return ports * bank_count(); }
  [[nodiscard]] std::uint64_t words() const { return rows * bank_count(); }
  /// Requests of one dispatch, s * w.
  [[nodiscard]] std::uint32_t lanes() const { return super_warp * width; }
  /// Warps of its super warps that go in one after another; 1 if a dispatch goes in as a whole.
  [[nodiscard]] std::uint32_t warps_in_turn() const { return rpu == Rpu::kSerial ? super_warp : 1; }
  /// Its RPU serves requests of several dispatches in a slot.
  [[nodiscard]] bool overlaps() const;
  [[nodiscard]] std::uint32_t multiprocessors() const {
    return hierarchy ? hierarchy->multiprocessors : 1;
  }
  /// Number of memories: one for each multiprocessor, then the global one.
  [[nodiscard]] std::uint32_t memories() const {
    return hierarchy ? hierarchy->multiprocessors + 1 : 1;
  }
};

}  // namespace superwarp
