// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "language/access.h"
#include "language/program.h"

namespace superwarp {

struct Machine;

/// The sea of threads of one run: every super warp's place in its program and its threads'
/// registers.
///
/// Knows what each super warp wants next, not when it may have it: scheduling is the engines'
/// business. A super warp has at most one access under way: prepare(), dispatch(), deliver() of
/// the words it read, complete(), and again.
class Threads {
 public:
  /// Where a super warp that has no access left stands: behind every barrier.
  static constexpr std::uint64_t kFinished = std::numeric_limits<std::uint64_t>::max();

  /// `program` must outlive this. In the rounds schedule a barrier stands after every round.
  /// Throws std::invalid_argument if the program's width differs from the machine's, a super warp
  /// would have warps of several blocks, or the blocks cannot be spread over the multiprocessors.
  Threads(const Program& program, const Machine& machine);

  [[nodiscard]] std::uint32_t super_warps() const { return super_warps_; }

  /// How many blocks have barriers of their own: the program's, but 1 in the rounds schedule, where
  /// a round ends in a barrier for all.
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }

  /// Which of blocks() super warp g is of.
  [[nodiscard]] std::uint32_t block_of(std::uint32_t g) const { return place_[g].block; }

  /// How many blocks every multiprocessor has; with the rounds schedule's barrier for all, 1.
  [[nodiscard]] std::uint32_t blocks_together() const {
    return blocks_ < multiprocessors_ ? 1 : blocks_ / multiprocessors_;
  }

  /// Queues of super warps that are ready: queue k stands in front of memory k, the only one or a
  /// multiprocessor's shared one, and queue d + m in front of the global memory for multiprocessor
  /// m of d.
  [[nodiscard]] std::uint32_t queues() const { return global_ ? 2 * multiprocessors_ : 1; }
  [[nodiscard]] std::uint32_t multiprocessors() const { return multiprocessors_; }
  /// Where g stands with its prepared access.
  [[nodiscard]] std::uint32_t queue_of(std::uint32_t g) const { return place_[g].queue; }
  /// Which multiprocessor has super warp g.
  [[nodiscard]] std::uint32_t multiprocessor_of(std::uint32_t g) const {
    return g / (super_warps_ / multiprocessors_);
  }

  /// Finds super warp g's next access that requests something; accesses without requests are passed
  /// over (they cost nothing). False if there is none. Throws std::invalid_argument if the warps of
  /// g mix reads and writes in one round, or memories.
  bool prepare(std::uint32_t g);

  /// Number of barriers of its block ahead of g's prepared access, kFinished if it has none left.
  [[nodiscard]] std::uint64_t barriers_ahead(std::uint32_t g) const { return place_[g].barriers; }

  /// How many of them are for all blocks. In the rounds schedule none is: it has one block.
  [[nodiscard]] std::uint64_t device_barriers_ahead(std::uint32_t g) const {
    return place_[g].device_barriers;
  }

  /// The access that prepare(g) found.
  void dispatch(std::uint32_t g, Dispatch& dispatch) const;

  /// The prepared access read word[lane] for every lane that requests something.
  void deliver(std::uint32_t g, const Word* word);

  /// The prepared access is complete; g moves on.
  void complete(std::uint32_t g);

 private:
  struct Place {
    std::uint64_t round = 0;     ///< of the prepared access, or the next to look at
    std::uint64_t barriers = 0;  ///< that stand ahead of `round`
    std::uint64_t device_barriers = 0;
    Op op = Op::kRead;
    bool prepared = false;
    std::uint32_t queue = 0;
    std::uint32_t block = 0;
  };

  void pass_round(Place& place) const;

  const Program& program_;
  bool barrier_every_round_;
  std::uint32_t super_warp_;
  std::uint32_t lanes_;
  std::uint32_t super_warps_;
  std::uint32_t multiprocessors_;
  bool global_;  ///< is there a global memory?
  std::uint32_t blocks_;
  std::uint32_t registers_;
  std::vector<Place> place_;
  std::vector<Word> register_;    ///< per thread registers_ words
  std::vector<Address> address_;  ///< per lane, of the prepared access
  std::vector<Word> data_;        ///< likewise
};

}  // namespace superwarp
