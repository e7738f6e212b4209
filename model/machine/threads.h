// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/issue.h"
#include "model/machine/program.h"

namespace superwarp {

/// The threads of one run: every super warp's place in its program and its threads' registers.
///
/// Knows the next access of each super warp; the engines schedule it. A super warp has at most one
/// access under way: prepare(), dispatch(), deliver() of the words it read, complete(), and again.
class Threads {
 public:
  /// Number of barriers ahead of a super warp without further accesses.
  static constexpr std::uint64_t kFinished = std::numeric_limits<std::uint64_t>::max();

  /// `program` must outlive this. The rounds schedule has a barrier after every round. Throws
  /// std::invalid_argument if the program's width differs from the machine's, a super warp would
  /// have warps of several blocks, or the blocks cannot be spread over the multiprocessors.
  Threads(const Program& program, const Machine& machine);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  [[nodiscard]] std::uint32_t super_warps() const { return super_warps_; }
  /// Of a super warp.
  [[nodiscard]] std::uint32_t lanes() const { return lanes_; }

  /// Number of blocks with their own barriers: the program's blocks, but 1 in the rounds schedule,
  /// whose barriers are for all.
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }

  /// The block of super warp g, below blocks().
  [[nodiscard]] std::uint32_t block_of(std::uint32_t g) const { return place_[g].block; }

  /// Blocks of each multiprocessor; 1 in the rounds schedule.
  [[nodiscard]] std::uint32_t blocks_together() const {
    return blocks_ < multiprocessors_ ? 1 : blocks_ / multiprocessors_;
  }

  /// Queues of super warps that are ready. Queue k belongs to memory k, the only one or a
  /// multiprocessor's shared memory. Queue d + m leads to the global memory, for multiprocessor m
  /// of d.
  [[nodiscard]] std::uint32_t queues() const { return global_ ? 2 * multiprocessors_ : 1; }
  [[nodiscard]] std::uint32_t multiprocessors() const { return multiprocessors_; }
  /// The queue of g's prepared access.
  [[nodiscard]] std::uint32_t queue_of(std::uint32_t g) const { return place_[g].queue; }
  /// The multiprocessor of super warp g.
  [[nodiscard]] std::uint32_t multiprocessor_of(std::uint32_t g) const { return g / (super_warps_ / multiprocessors_); }

  /// Finds super warp g's next access with a request; accesses without requests are skipped and
  /// cost nothing, unless the machine has an issue stage and they have work. False if there is
  /// none. Throws std::invalid_argument if the warps of g mix reads and writes, or memories, in one
  /// round.
  bool prepare(std::uint32_t g) { return place_[g].prepared || find_access(g); }

  /// Number of its block's barriers before g's prepared access; kFinished if g has no access left.
  [[nodiscard]] std::uint64_t barriers_ahead(std::uint32_t g) const { return place_[g].barriers; }

  /// How many of them are for all blocks; 0 in the rounds schedule, which has one block.
  [[nodiscard]] std::uint64_t device_barriers_ahead(std::uint32_t g) const { return place_[g].device_barriers; }

  /// Warps of a super warp.
  [[nodiscard]] std::uint32_t together() const { return super_warp_; }
  /// The work of `warp`, g * together() .., in the round of g's prepared access. Only with an issue
  /// stage.
  [[nodiscard]] const Work& work(std::uint32_t warp) const { return *work_[warp]; }
  /// Does the prepared access request anything? If not, it has work only.
  [[nodiscard]] bool requests(std::uint32_t g) const { return place_[g].requests; }

  /// Whether it reads or writes.
  [[nodiscard]] Op op(std::uint32_t g) const { return place_[g].op; }

  /// Copies the access that prepare(g) found.
  void dispatch(std::uint32_t g, Dispatch& dispatch) const;

  /// The prepared access read word[lane] for every lane that requests something.
  void deliver(std::uint32_t g, const Word* word);

  /// The prepared access is complete.
  void complete(std::uint32_t g);

 private:
  struct Place {
    std::uint64_t round = 0;     ///< of the prepared access, or the next to look at
    std::uint64_t barriers = 0;  ///< before `round`
    std::uint64_t device_barriers = 0;
    Op op = Op::kRead;
    bool prepared = false;
    bool requests = false;
    std::uint32_t queue = 0;
    std::uint32_t block = 0;
  };

  bool find_access(std::uint32_t g);
  void pass_round(Place& place) const;
  [[noreturn]] void refuse_mixed(std::uint64_t round, std::uint32_t warp) const;
  [[noreturn]] void refuse_several_memories(std::uint64_t round, std::uint32_t g) const;
  [[nodiscard]] const Work* work_of(std::uint64_t round, std::uint32_t warp, bool requests) const;

  const Program& program_;
  bool barrier_every_round_;
  std::uint32_t super_warp_;
  std::uint32_t lanes_;
  std::uint32_t warps_;
  std::uint32_t super_warps_;
  std::uint32_t multiprocessors_;
  bool global_;  ///< there is a global memory
  std::uint32_t blocks_;
  std::uint32_t registers_;
  bool issues_;  ///< the machine has an issue stage
  Work none_;
  Work usual_;  ///< of an access without work in the program
  std::vector<Place> place_;
  std::vector<Word> register_;     ///< registers_ words for each thread
  std::vector<Address> address_;   ///< of the prepared access, by lane
  std::vector<Word> data_;         ///< of the prepared access, by lane
  std::vector<const Work*> work_;  ///< by warp; empty without an issue stage
};

}  // namespace superwarp
