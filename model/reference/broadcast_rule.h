// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::model {

/// The slot (step) that serves each thread of a half-warp's access in the GT200's shared memory.
///
/// Every slot broadcasts the word of the lowest waiting thread to all threads that wait for it.
/// Every other bank serves only its lowest waiting thread. Writes are served like reads.
///
/// Source: GT200 paper (Kolpakov, Belov, Kropotov, ITNT 2020), Section III; which word, which
/// threads, and writes: docs/spec/machines.md, "GT200, made definite".
class BroadcastRule {
 public:
  /// For dispatches of up to `lanes` addresses over `banks` banks.
  BroadcastRule(std::uint32_t lanes, std::uint32_t banks) : waiting_(banks) {
    for (auto& queue : waiting_) queue.reserve(lanes);
  }

  /// The number of slots for the addresses address[0 .. lanes) in bank[0 .. lanes); kInactive
  /// requests nothing. If `slot` is not null, slot[i] becomes the slot of lane i, 0 if inactive.
  std::uint32_t serve(const std::uint32_t* address, const std::uint32_t* bank, std::uint32_t lanes,
                      std::uint32_t* slot);

 private:
  std::vector<std::vector<std::uint32_t>> waiting_;  ///< lanes of each bank, ascending
};

}  // namespace superwarp::model
