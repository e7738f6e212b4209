// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::model {

/// Which slot (step) of a half-warp's access serves which thread in the shared memory of the GT200.
///
/// In every slot the word of the lowest thread that waits is broadcast: all who wait for it are
/// served. Of every other bank the lowest thread that waits is served, alone: others that want the
/// same word wait on. Writes are served like reads.
///
/// Source: GT200 paper (Kolpakov, Belov, Kropotov, ITNT 2020), Section III; which word, which
/// threads, and writes: docs/spec/machines.md, "GT200, made definite".
class BroadcastRule {
 public:
  /// For dispatches of up to `lanes` addresses over `banks` banks.
  BroadcastRule(std::uint32_t lanes, std::uint32_t banks) : waiting_(banks) {
    for (auto& queue : waiting_) queue.reserve(lanes);
  }

  /// The number of slots that addresses address[0 .. lanes) take, address[i] in bank[i] and
  /// kInactive where nothing is requested; 0 if nothing is. Where `slot` is not null, slot[i]
  /// becomes the slot that serves lane i, 0 for an inactive one.
  std::uint32_t serve(const std::uint32_t* address, const std::uint32_t* bank, std::uint32_t lanes,
                      std::uint32_t* slot);

 private:
  std::vector<std::vector<std::uint32_t>> waiting_;  ///< lanes of each bank, ascending
};

}  // namespace superwarp::model
