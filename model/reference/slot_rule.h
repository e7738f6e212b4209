// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/machine/access.h"
#include "model/reference/congestion_counter.h"
#include "model/reference/mapping.h"

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

/// The slot that serves each request of a dispatch on one machine (docs/spec/machines.md, "One
/// dispatch"). A UMM slot serves one address group, so the UMM counts like a single bank whose
/// words are the groups. Banks of several ports serve as many words in a slot (docs/spec/banks.md).
/// The GT200 uses BroadcastRule.
class SlotRule {
 public:
  /// Throws std::invalid_argument like make_mapping().
  explicit SlotRule(const Machine& machine);

  /// The congestion of a dispatch of machine.lanes() addresses; 0 without requests. If `slot` is
  /// not null, slot[i] becomes the slot of lane i, 0 if inactive.
  std::uint32_t apply(const Address* address, std::uint32_t* slot);

  /// Does one slot serve all requests to a word? Not on the GT200.
  [[nodiscard]] bool merges_all_equal() const { return !broadcast_; }

 private:
  std::uint32_t lanes_;
  std::uint32_t banks_;
  std::uint32_t ports_;
  std::uint32_t bank_words_;
  std::unique_ptr<Mapping> mapping_;  ///< null on the UMM
  CongestionCounter counter_;
  std::optional<BroadcastRule> broadcast_;  ///< GT200 only
  std::vector<std::uint32_t> bank_;         ///< per lane; all 0 on the UMM
  std::vector<std::uint32_t> group_;        ///< per lane; UMM only
};

}  // namespace superwarp::model
