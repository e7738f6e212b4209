// SPDX-License-Identifier: Apache-2.0
#include "model/machine/program.h"

#include <utility>

#include "model/machine/refuse.h"
#include "model/machine/simd_path.h"

namespace superwarp {

void Program::receive_all(std::uint64_t round, std::uint32_t first, std::uint32_t count, const Address* address,
                          const Word* word, Word* register_of) const {
  const std::size_t each = registers();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (address[i] != kInactive) receive(round, first + i, word[i], register_of + each * i);
  }
}

void Program::keep_words(std::uint32_t count, const Address* address, const Word* word, Word* register_of) {
  const auto loop = [](const Address* by, const Word* from, std::uint32_t size, Word* to) SUPERWARP_IN_CALLER {
    for (std::uint32_t i = 0; i < size; ++i) to[i] = by[i] == kInactive ? to[i] : from[i];
  };
  run_wide(loop, address, word, count, register_of);
}

namespace {

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Words of a row.
std::uint32_t row_of(const Program& program, std::uint32_t banks) { return banks == 0 ? program.width() : banks; }

/// Threads of all blocks, including those that only fill super warps.
std::uint32_t checked_threads(const Program& program, std::uint64_t blocks, std::uint32_t super_warp,
                              std::uint32_t row) {
  const std::uint64_t threads = rounded_up(program.warps(), super_warp) * program.width();
  if (blocks * threads > ResidentBlocks::kMostThreads) {
    refuse("{} blocks of {} threads: expected at most {} threads together", blocks, threads,
           std::uint32_t{ResidentBlocks::kMostThreads});
  }
  const std::uint64_t words = block_region(program.words(), row);
  if (blocks * words > kAddressLimit) {
    refuse("{} blocks of {} words: expected at most {} words together, addresses end there", blocks, words,
           kAddressLimit);
  }
  return static_cast<std::uint32_t>(blocks * threads);
}

}  // namespace

ResidentBlocks::ResidentBlocks(std::unique_ptr<const Program> program, std::uint32_t blocks, std::uint32_t super_warp,
                               std::uint32_t banks)
    : Program(program->width(), checked_threads(*program, blocks, super_warp, row_of(*program, banks))),
      program_(std::move(program)),
      blocks_(blocks),
      block_warps_(warps() / blocks),
      block_words_(block_region(program_->words(), row_of(*program_, banks))) {}

Op ResidentBlocks::access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
                          Word* data) const {
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
    for (const AddressRange& range : program_->promised()) all.push_back({range.first + moved, range.end + moved});
  }
  return all;
}

}  // namespace superwarp
