// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/issue.h"

namespace superwarp::trace {

/// One access by one warp. Trace::addresses() has its addresses.
struct TraceAccess {
  std::uint32_t warp = 0;
  Op op = Op::kRead;
  Space space = Space::kShared;
  std::uint64_t line = 0;   ///< in its file; 0: no file
  std::uint32_t words = 1;  ///< of every thread, from its address on: 1, 2 or 4
  std::uint32_t work = 0;   ///< 1 + its place in Trace::works(); 0: unknown
};

/// One round: the accesses `first` to `end` - 1 of Trace::accesses(), with ascending warps.
struct TraceRound {
  std::uint64_t label = 0;  ///< the number in the file; ascending
  std::size_t first = 0;
  std::size_t end = 0;
  bool barrier_after = false;
  bool device_barrier_after = false;  ///< the barrier is for all blocks
};

/// A recorded sequence of accesses, in the order of its file. An access that breaks a rule of the
/// format throws std::invalid_argument with what was expected, one too many for memory throws
/// std::runtime_error. Both leave the trace as it was.
class Trace {
 public:
  static constexpr std::uint32_t kLargestWidth = 128;    ///< of a file
  static constexpr std::uint32_t kMostLanes = 1U << 16;  ///< of a machine that a file is cut for
  static constexpr std::uint32_t kWarpLimit = 1U << 20;  ///< warp ids are below
  static constexpr std::uint32_t kMostThreads = kWarpLimit * kLargestWidth;

  /// `name` is the file's name, for messages.
  explicit Trace(std::string name = "trace") : name_(std::move(name)) {}

  /// Appends an access. `address` has one entry per thread of the warp: the same number in every
  /// access, 1 to kMostLanes of them. kInactive requests nothing.
  /// Rounds must not decrease and must increase after a barrier; within a round warps increase. A
  /// thread accesses `words` words from its address on, which is a multiple of them. `work` is what
  /// the warp issues; without a request it may have no independent work.
  void add(std::uint64_t round_label, std::uint32_t warp, Op op, const std::vector<Address>& address,
           std::uint64_t line = 0, Space space = Space::kShared, std::uint32_t words = 1,
           const std::optional<Work>& work = {});

  /// Appends a barrier, for each block or for all blocks together. It has no effect before the
  /// first access.
  void add_barrier(bool of_device = false);

  /// Moves the shared addresses of block b, which has the warps from b * `block_warps` on, by b *
  /// `region` words. They stay below kAddressLimit.
  void move_blocks(std::uint32_t block_warps, std::uint64_t region);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Threads of a warp; 0 without accesses.
  [[nodiscard]] std::uint32_t width() const { return width_; }
  /// The largest warp id plus one.
  [[nodiscard]] std::uint32_t warps() const { return warps_; }
  /// The largest address of shared memory plus one; 0 if none is requested.
  [[nodiscard]] std::uint64_t words() const { return words_[0]; }
  /// The same for global memory.
  [[nodiscard]] std::uint64_t global_words() const { return words_[1]; }
  /// Does an access of a thread have more than one word?
  [[nodiscard]] bool wide() const { return wide_; }
  /// Does it have an access to global memory or a barrier of the device?
  [[nodiscard]] bool hierarchical() const { return hierarchical_; }
  [[nodiscard]] const std::vector<TraceRound>& rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<TraceAccess>& accesses() const { return accesses_; }
  /// The width() addresses of access number `access`.
  [[nodiscard]] const Address* addresses(std::size_t access) const { return &addresses_[access * width_]; }
  /// What an access of this trace issues; null if it is unknown.
  [[nodiscard]] const Work* work(const TraceAccess& access) const {
    return access.work == 0 ? nullptr : &works_[access.work - 1];
  }
  /// The same as an argument of add().
  [[nodiscard]] std::optional<Work> work_of(const TraceAccess& access) const {
    return access.work == 0 ? std::nullopt : std::optional(works_[access.work - 1]);
  }
  /// Does access number `access` request anything?
  [[nodiscard]] bool requests(std::size_t access) const;

 private:
  void require_room() const;

  std::string name_;
  std::uint32_t width_ = 0;
  std::uint32_t warps_ = 0;
  std::array<std::uint64_t, 2> words_{};  ///< by Space
  bool hierarchical_ = false;
  bool wide_ = false;
  std::vector<TraceRound> rounds_;
  std::vector<TraceAccess> accesses_;
  std::vector<Address> addresses_;
  std::vector<Work> works_;
};

/// Throws InputError with the line of the later access where two warps of one super warp of
/// `super_warp` warps request a read and a write, or access two memories, in the same round.
void check_super_warps(const Trace& trace, std::uint32_t super_warp);

/// Throws InputError with the line of the first access to global memory. `who` names the machine
/// without one: "the dmm, which is one memory".
void check_one_memory(const Trace& trace, const std::string& who);

}  // namespace superwarp::trace
