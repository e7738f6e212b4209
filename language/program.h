// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/access.h"
#include "language/image.h"

namespace superwarp {

/// What the threads execute: a sequence of rounds; in each round every thread makes at most one
/// memory access, all threads of a warp the same one of read and write.
///
/// A program holds no state of a run. Threads keep their state in registers that belong to the run,
/// so that one program drives several engines and data really flows through their banks: a word
/// read in one round comes back through receive() and may be what access() writes in a later one.
///
/// It is the image of the memory, on a hierarchical machine of each shared memory.
class Program : public Image {
 public:
  Program(std::uint32_t width, std::uint32_t threads) : width_(width), threads_(threads) {}

  /// Threads of a warp.
  [[nodiscard]] std::uint32_t width() const { return width_; }
  /// All threads, a multiple of width().
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  [[nodiscard]] std::uint32_t warps() const { return threads_ / width_; }

  /// Thread blocks that are resident together, of equally many warps each, in order. Barriers hold
  /// within a block (docs/spec/machines.md, "Residency").
  [[nodiscard]] virtual std::uint32_t blocks() const { return 1; }

  /// Number of rounds; rounds are numbered 0 .. rounds() - 1.
  [[nodiscard]] virtual std::uint64_t rounds() const = 0;

  /// The global memory's; null where no access goes there.
  [[nodiscard]] virtual const Image* global() const { return nullptr; }

  /// Words of registers per thread; all are 0 at the start of a run.
  [[nodiscard]] virtual std::uint32_t registers() const { return 1; }

  /// Does a barrier stand between `round` and the next one, in every block one of its own? Matters
  /// in the async schedule only.
  [[nodiscard]] virtual bool barrier_after(std::uint64_t /*round*/) const { return false; }

  /// Is that barrier one for all blocks together?
  [[nodiscard]] virtual bool device_barrier_after(std::uint64_t /*round*/) const { return false; }

  /// Which memory the access of `warp` in `round` goes to.
  [[nodiscard]] virtual Space space(std::uint64_t /*round*/, std::uint32_t /*warp*/) const {
    return Space::kShared;
  }

  /// The access of `warp` in `round`. `address` points to width() lanes that hold kInactive; fill
  /// in those of the threads that request something and, for a write, `data`. `registers` are those
  /// of the warp's first thread, then the next one's. May compute: called exactly once a run for
  /// each warp and round, the rounds in order, after everything the warp has read before has been
  /// received.
  virtual Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
                    Word* data) const = 0;

  /// Thread `thread` has read `word` in `round`; `registers` are its own.
  virtual void receive(std::uint64_t /*round*/, std::uint32_t /*thread*/, Word word,
                       Word* registers) const {
    registers[0] = word;
  }

  /// The number a person knows `round` by (a trace's own numbering).
  [[nodiscard]] virtual std::uint64_t round_label(std::uint64_t round) const { return round; }

 private:
  std::uint32_t width_;
  std::uint32_t threads_;
};

}  // namespace superwarp
