// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/machine/issue.h"

namespace superwarp {

/// The memory machines of the papers, and the Super UMM.
enum class MachineKind : std::uint8_t {
  kDmm,
  kUmm,
  kSdmm,
  kRsdmm,
  kSumm,
  /// The shared memory of the GT200: a warp of the machine is a half-warp of 16 threads, a slot is
  /// a step, and a time unit is two cycles ("one step every two cycles", GT200 paper, Section III).
  kGt200,
};

/// What a slot of the pipeline may serve. The numbers are those of rtl/slot_rule_pkg.sv.
enum class SlotServes : std::uint8_t {
  kWords = 0,      ///< one word of every bank, for all threads that request it
  kGroup = 1,      ///< the words of one row (an address group)
  kBroadcast = 2,  ///< one word for all threads that request it, one thread for every other bank
};

struct Machine;

inline constexpr std::uint32_t kMostMultiprocessors = 64;
inline constexpr std::uint32_t kUsualMultiprocessors = 4;

/// The name of a hierarchical machine, where the name of a kind is typed.
inline constexpr const char* kHierarchicalName = "hmm";

/// A hierarchical machine's multiprocessors and global memory (docs/spec/hierarchy.md).
struct Hierarchy {
  std::uint32_t multiprocessors = 1;  ///< d, 1 .. kMostMultiprocessors
  std::uint32_t latency = 7;          ///< l of the global memory
  std::uint64_t rows = 0;             ///< words in each bank of the global memory
};

/// Memory `number` of `machine` alone: the machine of a shared memory, or the global UMM.
Machine memory_of(const Machine& machine, std::uint32_t number);

/// The request packing unit in front of the banks, in display order. A file in model/reference/rpu/
/// describes each of them; one that no other file names has the next number and no name here.
enum class Rpu : std::uint8_t {
  kBatch,      ///< the papers': one super warp at a time (docs/spec/machines.md, "One dispatch")
  kSerial,     ///< the same, taken warp by warp (docs/spec/serial.md)
  kStream,     ///< a window of requests for every lane (docs/spec/streaming.md)
  kPipelined,  ///< one pass of the match a time unit (streaming.md, "The pipelined match")
  kCrossbar,   ///< a FIFO for every lane, an arbiter for every bank (docs/spec/crossbar.md)
};

/// Which lanes a bank prefers where warps overlap ("Who is served").
enum class Priority : std::uint8_t {
  kFullest,     ///< stream, pipelined: the lane with the turn, and lanes with nearly full windows
  kTurn,        ///< stream, pipelined: the lane with the turn
  kRoundRobin,  ///< crossbar: the lane after the last winner
  kFixed,       ///< crossbar: the lowest lane
};

/// What lanes do in the passes of a match after its first ("A smaller window").
enum class Later : std::uint8_t {
  kOldest,    ///< as in the first
  kAlone,     ///< only leaders are chosen
  kYoungest,  ///< only leaders are chosen, and lanes propose their youngest request
};

inline constexpr std::uint32_t kMostDepth = 16;

/// Values of the options of an RPU (model/machine/rpu_info.h).
struct Streaming {
  std::uint32_t depth = 8;                 ///< D: places in the window of each lane, 1 .. kMostDepth
  std::uint32_t passes = 3;                ///< K: passes of the selection, 1 .. 4
  Priority priority = Priority::kFullest;  ///< one that the RPU supports
  /// Options that only one RPU reads, by name. An option that is missing has its default.
  std::map<std::string, std::uint32_t> others = {};

  bool operator==(const Streaming& other) const {
    return std::tie(depth, passes, priority, others) ==
           std::tie(other.depth, other.passes, other.priority, other.others);
  }
};

inline constexpr std::uint32_t kMostRegions = 1024;
inline constexpr const char* kUsualOff = "identity";

struct RowRange {
  std::uint64_t first = 0;
  std::uint64_t rows = 0;

  bool operator==(const RowRange& other) const { return first == other.first && rows == other.rows; }
};

/// Regions of a memory in which its mapping is on, and another one off (docs/spec/machines.md,
/// "Regions"): equal ones, or a table.
struct Regions {
  std::vector<bool> on;    ///< by region; a power of two of them
  std::uint64_t rows = 0;  ///< of a region, a power of two; 0: the memory's, divided
  /// If any, a power of two of them, instead of the above. The mapping is on in their rows.
  std::vector<RowRange> table = {};
  std::string off = kUsualOff;  ///< mapping of the other rows, which has no key

  /// If not, the mapping is on everywhere.
  [[nodiscard]] bool any() const { return count() > 0; }
  [[nodiscard]] bool is_table() const { return !table.empty(); }
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(is_table() ? table.size() : on.size());
  }
  /// Some region is on.
  [[nodiscard]] bool any_on() const;
};

/// Rows of a region of `machine`, which has regions and rows; 0: they have a table.
std::uint64_t region_rows(const Machine& machine);

/// Regions written "8:10110000" (a digit each, region 0 first), "8:0,2-3" (those that are on),
/// "8:none", "8" (all are on), or a table of 8, "8:0+16,40+8" (first rows and numbers of rows);
/// then, if it is not the identity, the other mapping: "8:0,2-3:pad", "8::pad".
/// Throws std::invalid_argument with what is expected.
Regions regions_named(const std::string& text);

/// "8:10110000" or "8:0+16,40+8", and ":pad"
std::string text_of(const Regions& regions);

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
  std::uint32_t ports = 1;  ///< P: of a bank, 1 .. kMostPorts (model/machine/shape.h)
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
  [[nodiscard]] std::uint32_t multiprocessors() const { return hierarchy ? hierarchy->multiprocessors : 1; }
  /// Number of memories: one for each multiprocessor, then the global one.
  [[nodiscard]] std::uint32_t memories() const { return hierarchy ? hierarchy->multiprocessors + 1 : 1; }
};

}  // namespace superwarp
