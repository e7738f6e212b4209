// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/machine/program.h"

namespace superwarp {

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
  ResidentBlocks(std::unique_ptr<const Program> program, std::uint32_t blocks,
                 std::uint32_t super_warp, std::uint32_t banks = 0);

  [[nodiscard]] std::uint32_t blocks() const override { return blocks_; }
  [[nodiscard]] std::uint64_t rounds() const override { return program_->rounds(); }
  [[nodiscard]] std::uint64_t words() const override {
    return (blocks_ - 1) * block_words_ + program_->words();
  }
  [[nodiscard]] std::uint32_t registers() const override { return program_->registers(); }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override {
    return program_->barrier_after(round);
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override;
  [[nodiscard]] const Work* work(std::uint64_t round, std::uint32_t warp) const override;
  void receive(std::uint64_t round, std::uint32_t thread, Word word,
               Word* registers) const override {
    program_->receive(round, thread % (block_warps_ * width()), word, registers);
  }
  [[nodiscard]] Word initial(Address address) const override {
    return program_->initial(in_block(address));
  }
  [[nodiscard]] std::vector<AddressRange> promised() const override;
  [[nodiscard]] Word expected(Address address) const override {
    return program_->expected(in_block(address));
  }
  [[nodiscard]] std::uint64_t round_label(std::uint64_t round) const override {
    return program_->round_label(round);
  }

 private:
  [[nodiscard]] Address in_block(Address address) const {
    return static_cast<Address>(address % block_words_);
  }

  std::unique_ptr<const Program> program_;
  std::uint32_t blocks_;
  std::uint32_t block_warps_;  ///< W
  std::uint64_t block_words_;  ///< M
};

}  // namespace superwarp
