// SPDX-License-Identifier: Apache-2.0
#include "model/machine/resident_blocks.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace superwarp {
namespace {

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Words of a row.
std::uint32_t row_of(const Program& program, std::uint32_t banks) {
  return banks == 0 ? program.width() : banks;
}

/// Threads of all blocks, including those that only fill super warps.
std::uint32_t checked_threads(const Program& program, std::uint64_t blocks,
                              std::uint32_t super_warp, std::uint32_t row) {
  const std::uint64_t threads = rounded_up(program.warps(), super_warp) * program.width();
  if (blocks * threads > ResidentBlocks::kMostThreads) {
    throw std::invalid_argument(std::to_string(blocks) + " blocks of " + std::to_string(threads) +
                                " threads: expected at most " +
                                std::to_string(ResidentBlocks::kMostThreads) + " threads together");
  }
  const std::uint64_t words = block_region(program.words(), row);
  if (blocks * words > kAddressLimit) {
    throw std::invalid_argument(std::to_string(blocks) + " blocks of " + std::to_string(words) +
                                " words: expected at most " + std::to_string(kAddressLimit) +
                                " words together, addresses end there");
  }
  return static_cast<std::uint32_t>(blocks * threads);
}

}  // namespace

ResidentBlocks::ResidentBlocks(std::unique_ptr<const Program> program, std::uint32_t blocks,
                               std::uint32_t super_warp, std::uint32_t banks)
    : Program(program->width(),
              checked_threads(*program, blocks, super_warp, row_of(*program, banks))),
      program_(std::move(program)),
      blocks_(blocks),
      block_warps_(warps() / blocks),
      block_words_(block_region(program_->words(), row_of(*program_, banks))) {}

Op ResidentBlocks::access(std::uint64_t round, std::uint32_t warp, Word* registers,
                          Address* address, Word* data) const {
  const std::uint32_t in_block = warp % block_warps_;
  if (in_block >= program_->warps()) return Op::kRead;  // fills a super warp
  const Op op = program_->access(round, in_block, registers, address, data);
  const auto moved = static_cast<Address>(warp / block_warps_ * block_words_);
  for (std::uint32_t lane = 0; lane < width(); ++lane) {
    if (address[lane] != kInactive) address[lane] += moved;
  }
  return op;
}

const Work* ResidentBlocks::work(std::uint64_t round, std::uint32_t warp) const {
  const std::uint32_t in_block = warp % block_warps_;
  return in_block < program_->warps() ? program_->work(round, in_block) : nullptr;
}

std::vector<AddressRange> ResidentBlocks::promised() const {
  std::vector<AddressRange> all;
  for (std::uint32_t block = 0; block < blocks_; ++block) {
    const std::uint64_t moved = block * block_words_;
    for (const AddressRange& range : program_->promised())
      all.push_back({range.first + moved, range.end + moved});
  }
  return all;
}

}  // namespace superwarp
