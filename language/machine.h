// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/access.h"

namespace superwarp {

/// The memory machines of the papers, and the Super UMM.
enum class MachineKind : std::uint8_t {
  kDmm,
  kUmm,
  kSdmm,
  kRsdmm,
  kSumm,
  /// The shared memory of the GT200: a warp of the machine is a half-warp of 16 threads, a slot is
  /// a step and a time unit two cycles ("one step every two cycles", GT200 paper, Section III).
  kGt200,
};

/// What a slot of the pipeline may serve; the numbers are those of rtl/slot_rule_pkg.sv.
enum class SlotServes : std::uint8_t {
  kWords = 0,      ///< a word of every bank, for all who want it
  kGroup = 1,      ///< the words of one row, an address group
  kBroadcast = 2,  ///< one word for all who want it, one thread for every other bank
};

/// What sets a kind of machine apart.
struct MachineInfo {
  MachineKind kind;         ///< which one
  std::string name;         ///< as typed: "dmm"
  std::string description;  ///< one line
  SlotServes slot;          ///< what a slot serves
  bool packs;               ///< has super warps of more than one warp
  std::string mapping;      ///< of addresses to banks unless another is asked for
  std::uint32_t width;      ///< w unless another is asked for

  /// Serves a slot an address group?
  [[nodiscard]] bool unified() const { return slot == SlotServes::kGroup; }
  /// May have an RPU in which warps overlap.
  [[nodiscard]] bool streams() const { return packs && slot == SlotServes::kWords; }
};

/// All machines, in the order to show them.
const std::vector<MachineInfo>& machines();

const MachineInfo& machine_info(MachineKind kind);

/// When a super warp may be dispatched (docs/spec/machines.md, "Two schedules").
enum class Schedule : std::uint8_t {
  kRounds,  ///< a round starts when the round before it is complete (Lemma 1)
  kAsync,   ///< a super warp requests again once its own last request is complete; round robin
};

/// What packs requests in front of the banks.
enum class Rpu : std::uint8_t {
  kBatch,   ///< the papers': a super warp after another (docs/spec/machines.md, "One dispatch")
  kStream,  ///< ours: a window of requests for every lane, warps overlap (docs/spec/streaming.md)
  kPipelined,  ///< ours for silicon: a pass of the match a time unit ("The pipelined match")
  kCrossbar,  ///< others': a FIFO for every lane, an arbiter for every bank (docs/spec/crossbar.md)
};

/// Which lanes a bank prefers where warps overlap ("Who is served").
enum class Priority : std::uint8_t {
  kFullest,     ///< stream, pipelined: the lane with the turn, and those with nearly full windows
  kTurn,        ///< stream, pipelined: the lane with the turn
  kRoundRobin,  ///< crossbar: the one behind its last winner
  kFixed,       ///< crossbar: the lowest
};

/// What `--priority` knows of one.
struct PriorityInfo {
  Priority priority;  ///< which one
  std::string name;   ///< as typed: "fullest"
};

/// What `list` and `--rpu` know of an RPU.
struct RpuInfo {
  Rpu rpu;                  ///< which one
  std::string name;         ///< as typed: "stream"
  std::string description;  ///< one line
  /// That it may have, the usual first; none where warps do not overlap.
  std::vector<PriorityInfo> priorities;
};

/// All RPUs, in the order to show them.
const std::vector<RpuInfo>& rpus();

const RpuInfo& rpu_info(Rpu rpu);

/// As typed.
const std::string& priority_name(Priority priority);

inline constexpr std::uint32_t kMostDepth = 16;
inline constexpr std::uint32_t kMostPasses = 4;

/// Parameters of an RPU in which warps overlap.
struct Streaming {
  std::uint32_t depth = 8;   ///< D: places in the window of each lane, 1 .. kMostDepth
  std::uint32_t passes = 3;  ///< K: of the streams' selection, 1 .. kMostPasses
  Priority priority = Priority::kFullest;  ///< one that the RPU has

  /// The same in everything.
  bool operator==(const Streaming& other) const {
    return depth == other.depth && passes == other.passes && priority == other.priority;
  }
};

/// What makes of a machine the shared memories of a hierarchical one: how many multiprocessors have
/// such a memory, and the global one (docs/spec/hierarchy.md).
struct Hierarchy {
  std::uint32_t multiprocessors = 1;  ///< d, 1 .. kMostMultiprocessors
  std::uint32_t latency = 7;          ///< l: of the global memory
  std::uint64_t rows = 0;             ///< words in each of its banks
};

inline constexpr std::uint32_t kMostMultiprocessors = 64;

/// As typed where a kind of machine is.
inline constexpr const char* kHierarchicalName = "hmm";

/// One memory machine with all its parameters; a value.
struct Machine {
  MachineKind kind = MachineKind::kDmm;  ///< which machine
  std::uint32_t width = 32;              ///< w: banks = threads of a warp; a power of two, 2 ..
  std::uint32_t latency = 7;             ///< l: stages of the memory pipeline, 1 ..
  std::uint32_t super_warp = 1;          ///< s: warps of a super warp, 1 ..
  Rpu rpu = Rpu::kBatch;                 ///< what packs requests
  Streaming streaming = {};              ///< where warps overlap; super_warp is 1 then
  std::uint64_t rows = 0;                ///< words in each bank; addresses lie below rows * width
  std::string mapping = "identity";      ///< how addresses are spread over the banks
  /// What a random mapping draws: entry i goes to entry i of the RTL's table (rtl/rsu.sv). The
  /// shift r_j of every row for random-shift, random-xor and rap; empty for mappings without a key.
  std::vector<std::uint32_t> key;
  Schedule schedule = Schedule::kRounds;  ///< of its warps
  std::uint64_t seed = 1;                 ///< of everything random in a run
  std::optional<Hierarchy> hierarchy =
      {};  ///< every multiprocessor has this memory, and all one more

  /// Requests of one dispatch, s * w.
  [[nodiscard]] std::uint32_t lanes() const { return super_warp * width; }
  /// Has it an RPU that serves requests of several dispatches in a slot?
  [[nodiscard]] bool overlaps() const { return rpu != Rpu::kBatch; }
  [[nodiscard]] std::uint32_t multiprocessors() const {
    return hierarchy ? hierarchy->multiprocessors : 1;
  }
  /// How many there are: the multiprocessors' shared ones and the global one, which is the last.
  [[nodiscard]] std::uint32_t memories() const {
    return hierarchy ? hierarchy->multiprocessors + 1 : 1;
  }
  /// Does that RPU find whom it serves in passes?
  [[nodiscard]] bool passes() const { return rpu == Rpu::kStream || rpu == Rpu::kPipelined; }
};

/// Memory `number` of `machine` by itself: the machine that a shared memory is, or the UMM.
Machine memory_of(const Machine& machine, std::uint32_t number);

}  // namespace superwarp
