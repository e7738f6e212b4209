// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "language/access.h"
#include "sim/model/broadcast_rule.h"
#include "sim/model/congestion_counter.h"
#include "sim/model/mapping.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// Which slot of its dispatch serves which request on one machine (docs/spec/machines.md, "One
/// dispatch"). On the UMM a slot serves one address group: it counts like a machine with a single
/// bank whose words are the groups. The GT200 has a rule of its own (BroadcastRule).
class SlotRule {
 public:
  /// Throws std::invalid_argument for a machine that cannot be (make_mapping).
  explicit SlotRule(const Machine& machine);

  /// The congestion of a dispatch of machine.lanes() addresses; 0 if none requests anything. Where
  /// `slot` is not null, slot[i] becomes the slot that serves lane i, 0 for an inactive one.
  std::uint32_t apply(const Address* address, std::uint32_t* slot);

  /// Does one slot serve all requests to a word? Not on the GT200.
  [[nodiscard]] bool merges_all_equal() const { return !broadcast_; }

 private:
  std::uint32_t lanes_;
  std::uint32_t group_bits_;          ///< of an address within its group; 0 where words are served
  std::unique_ptr<Mapping> mapping_;  ///< null on the UMM
  CongestionCounter counter_;
  std::optional<BroadcastRule> broadcast_;  ///< GT200 only
  std::vector<std::uint32_t> bank_;         ///< per lane; all 0 on the UMM
  std::vector<std::uint32_t> group_;        ///< per lane; UMM only
};

}  // namespace superwarp::model
