// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/tests/cuda/emulated/races.h"

#include <stdexcept>
#include <string>

namespace superwarp::emulated {
namespace {

[[noreturn]] void refuse(std::size_t byte, std::uint32_t warp) {
  throw std::runtime_error("no barrier between warp " + std::to_string(warp) +
                           " and another at byte " + std::to_string(byte) + " of shared memory");
}

}  // namespace

void Races::read(std::size_t byte, std::uint32_t warp) {
  Word& word = words_.at(byte / 4);
  if (word.writers != 0 && (word.writers >> warp & 1) == 0) refuse(byte, warp);
  word.readers |= 1U << warp;
  used_.push_back(byte / 4);
}

void Races::write(std::size_t byte, std::uint32_t warp, bool changes) {
  Word& word = words_.at(byte / 4);
  const std::uint32_t mine = 1U << warp;
  if (changes && ((word.readers | word.writers) & ~mine) != 0) refuse(byte, warp);
  word.writers |= mine;
  used_.push_back(byte / 4);
}

void Races::barrier() {
  for (const std::size_t word : used_) words_[word] = {};
  used_.clear();
}

}  // namespace superwarp::emulated
