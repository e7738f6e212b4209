// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/issue.h"

namespace superwarp {

/// The addresses first .. end - 1.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// What a memory holds before a run, and what a correct run leaves in it.
class Image {
 public:
  Image() = default;
  virtual ~Image() = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  /// Size of the memory in use: the largest address plus one.
  [[nodiscard]] virtual std::uint64_t words() const = 0;

  /// The arrays in it, if they are known; each starts at a multiple of the width.
  [[nodiscard]] virtual std::vector<AddressRange> arrays() const { return {}; }

  /// The word at `address` before the first round.
  [[nodiscard]] virtual Word initial(Address address) const { return initial_token(address); }

  /// Non-empty ranges of addresses whose final words are known. These words are checked against the
  /// algorithm itself, all others only between engines.
  [[nodiscard]] virtual std::vector<AddressRange> promised() const { return {}; }

  /// The word that a correct run leaves at `address`, which is in promised().
  [[nodiscard]] virtual Word expected(Address address) const { return initial(address); }
};

/// What the threads execute: a sequence of rounds. In a round every thread makes at most one memory
/// access; the threads of a warp all read or all write.
///
/// A program holds no state of a run. Threads keep their state in registers that belong to the run,
/// so one program can drive several engines, with data flowing through their banks: receive() gets
/// a word read in one round, and access() may write it in a later one. Engines may use it at the
/// same time, and a broken unit may give receive() any word.
///
/// The base class is the image of the memory, or of each shared memory of a hierarchical machine.
class Program : public Image {
 public:
  Program(std::uint32_t width, std::uint32_t threads) : width_(width), threads_(threads) {}

  /// Threads of a warp.
  [[nodiscard]] std::uint32_t width() const { return width_; }
  /// All threads, a multiple of width().
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  [[nodiscard]] std::uint32_t warps() const { return threads_ / width_; }

  /// Thread blocks that are resident together, with the same number of warps each, in order.
  /// Barriers hold within a block (docs/spec/machines.md, "Residency").
  [[nodiscard]] virtual std::uint32_t blocks() const { return 1; }

  /// Number of rounds; rounds are numbered 0 .. rounds() - 1.
  [[nodiscard]] virtual std::uint64_t rounds() const = 0;

  /// Image of the global memory; null if no access goes there.
  [[nodiscard]] virtual const Image* global() const { return nullptr; }

  /// Words of registers per thread; all are 0 at the start of a run.
  [[nodiscard]] virtual std::uint32_t registers() const { return 1; }

  /// Every block has a barrier between `round` and the next one. Matters in the async schedule
  /// only.
  [[nodiscard]] virtual bool barrier_after(std::uint64_t /*round*/) const { return false; }

  /// That barrier is for all blocks together.
  [[nodiscard]] virtual bool device_barrier_after(std::uint64_t /*round*/) const { return false; }

  /// The memory that the access of `warp` in `round` goes to.
  [[nodiscard]] virtual Space space(std::uint64_t /*round*/, std::uint32_t /*warp*/) const { return Space::kShared; }

  /// The access of `warp` in `round`. `address` points to width() lanes that hold kInactive; fill
  /// in the lanes that request something and, for a write, `data`. `registers` are those of the
  /// warp's first thread, followed by those of the others. May compute: called exactly once in a
  /// run for each warp and round, the rounds in order, after the warp has received everything it
  /// read.
  virtual Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const = 0;

  /// Thread `thread`, which has these registers, has read `word` in `round`.
  virtual void receive(std::uint64_t /*round*/, std::uint32_t /*thread*/, Word word, Word* registers) const {
    registers[0] = word;
  }

  /// Threads `first` .. `first` + `count` - 1 have read word[i] in `round`, except where address[i]
  /// is kInactive; `register_of` are the registers of the first, followed by those of the others.
  /// Equal to receive() of each.
  virtual void receive_all(std::uint64_t round, std::uint32_t first, std::uint32_t count, const Address* address,
                           const Word* word, Word* register_of) const;

  /// receive_all() of programs of one register that keep this class's receive(), many lanes at a
  /// time.
  static void keep_words(std::uint32_t count, const Address* address, const Word* word, Word* register_of);

  /// What `warp` issues in `round`, on a machine with an issue stage; null: unknown. Must stay
  /// valid as long as the program.
  [[nodiscard]] virtual const Work* work(std::uint64_t /*round*/, std::uint32_t /*warp*/) const { return nullptr; }

  /// The number of `round` in messages: a trace has its own numbering.
  [[nodiscard]] virtual std::uint64_t round_label(std::uint64_t round) const { return round; }

 private:
  std::uint32_t width_;
  std::uint32_t threads_;
};

inline constexpr std::uint32_t kMostBlocks = 64;  ///< resident, of --blocks

/// Words of the region of a resident block that uses `words` words: whole rows of `banks` words, at
/// least one (docs/spec/machines.md, "Residency").
constexpr std::uint64_t block_region(std::uint64_t words, std::uint32_t banks) {
  const std::uint64_t rows = words == 0 ? 1 : (words + banks - 1) / banks;
  return rows * banks;
}

/// Several thread blocks that run the same program and are resident together
/// (docs/spec/machines.md, "Residency"). Block b has the warps from b * W on, with the program's W
/// rounded up to whole super warps, and the memory from b * M on, with the program's M rounded up
/// to whole rows. It starts with the program's initial words there and promises the same result.
class ResidentBlocks final : public Program {
 public:
  /// Threads of all blocks; the registers of more would take gigabytes.
  static constexpr std::uint32_t kMostThreads = 1U << 24U;

  /// `program` is that of one block; a row has `banks` words, or the program's width for 0. Throws
  /// std::invalid_argument for more than kMostThreads, and for addresses beyond kAddressLimit.
  ResidentBlocks(std::unique_ptr<const Program> program, std::uint32_t blocks, std::uint32_t super_warp,
                 std::uint32_t banks = 0);

  [[nodiscard]] std::uint32_t blocks() const override { return blocks_; }
  [[nodiscard]] std::uint64_t rounds() const override { return program_->rounds(); }
  [[nodiscard]] std::uint64_t words() const override { return (blocks_ - 1) * block_words_ + program_->words(); }
  [[nodiscard]] std::uint32_t registers() const override { return program_->registers(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override { return program_->barrier_after(round); }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override;
  [[nodiscard]] const Work* work(std::uint64_t round, std::uint32_t warp) const override;
  void receive(std::uint64_t round, std::uint32_t thread, Word word, Word* registers) const override {
    program_->receive(round, thread % (block_warps_ * width()), word, registers);
  }
  [[nodiscard]] Word initial(Address address) const override { return program_->initial(in_block(address)); }
  [[nodiscard]] std::vector<AddressRange> promised() const override;
  [[nodiscard]] Word expected(Address address) const override { return program_->expected(in_block(address)); }
  [[nodiscard]] std::uint64_t round_label(std::uint64_t round) const override { return program_->round_label(round); }

 private:
  [[nodiscard]] Address in_block(Address address) const { return static_cast<Address>(address % block_words_); }

  std::unique_ptr<const Program> program_;
  std::uint32_t blocks_;
  std::uint32_t block_warps_;  ///< W
  std::uint64_t block_words_;  ///< M
};

}  // namespace superwarp
