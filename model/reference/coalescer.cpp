// SPDX-License-Identifier: Apache-2.0
#include "model/reference/coalescer.h"

#include <algorithm>

#include "model/machine/refuse.h"

namespace superwarp::model {
namespace {

constexpr std::uint32_t kSmallest = 32;  ///< bytes of a transaction

void check(const HalfWarpAccess& access) {
  segment_bytes(access.word_bytes);
  if (access.address.size() != kHalfWarp)
    refuse("an access of {} threads: a half-warp has {}", access.address.size(), kHalfWarp);
  for (const std::uint32_t a : access.address) {
    if (a == kInactive) continue;
    if (a >= kByteAddressLimit || a % access.word_bytes != 0) {
      refuse("byte address {}: expected a multiple of the word's {} bytes below {}", a, access.word_bytes,
             kByteAddressLimit);
    }
  }
}

/// The requests to one segment.
struct Use {
  std::uint32_t segment = 0;  ///< its number
  std::uint32_t first = 0;    ///< byte requested
  std::uint32_t last = 0;     ///< byte requested
  std::uint32_t threads = 0;
};

}  // namespace

std::uint32_t segment_bytes(std::uint32_t word_bytes) {
  if (word_bytes == 1 || word_bytes == 2) return 32 * word_bytes;
  if (word_bytes == 4 || word_bytes == 8 || word_bytes == 16) return 128;
  refuse("words of {} bytes: expected 1, 2, 4, 8 or 16", word_bytes);
}

std::vector<Transaction> coalesce(const HalfWarpAccess& access) {
  check(access);
  const std::uint32_t segment = segment_bytes(access.word_bytes);
  std::vector<Use> uses;  // in the order of their lowest threads
  for (std::uint32_t thread = 0; thread < kHalfWarp; ++thread) {
    const std::uint32_t first = access.address[thread];
    if (first == kInactive) continue;
    const std::uint32_t last = first + access.word_bytes - 1;
    const std::uint32_t number = first / segment;
    auto use = std::find_if(uses.begin(), uses.end(), [&](const Use& u) { return u.segment == number; });
    if (use == uses.end()) use = uses.insert(use, Use{number, first, last, 0});
    use->first = std::min(use->first, first);
    use->last = std::max(use->last, last);
    use->threads |= 1U << thread;
  }
  std::vector<Transaction> transactions;
  for (const Use& use : uses) {
    std::uint32_t bytes = kSmallest;
    while (use.first / bytes != use.last / bytes) bytes *= 2;
    transactions.push_back({use.first / bytes * bytes, bytes, use.threads});
  }
  return transactions;
}

std::uint64_t total_bytes(const std::vector<Transaction>& transactions) {
  std::uint64_t bytes = 0;
  for (const Transaction& t : transactions) bytes += t.bytes;
  return bytes;
}

}  // namespace superwarp::model
