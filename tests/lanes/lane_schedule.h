// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "language/mapping.h"
#include "sim/model/lane_windows.h"
#include "sim/model/pass_selection.h"
#include "sysc/lane_unit.h"
#include "sysc/rtl_cache.h"

namespace superwarp::test {

/// Who is served when, by the reference model's windows and selection (docs/spec/streaming.md,
/// "Who is served"), writes alone. It takes over what the unit accepts.
class LaneSchedule {
 public:
  /// `mapping` must outlive this.
  LaneSchedule(const sysc::LaneConfig& config, std::uint32_t latency, const Mapping& mapping);

  /// A cycle: does the unit serve whom it should? Otherwise a sentence.
  std::optional<std::string> check(const sysc::LaneOutputs& outputs,
                                   const std::vector<const sysc::LaneRequest*>& offered);

 private:
  /// Of each lane the tag of its request that is served in a cycle.
  using Served = std::vector<std::optional<std::uint32_t>>;

  Served serve();

  const Mapping& mapping_;
  std::uint32_t width_;
  model::LaneWindows windows_;
  model::PassSelection selection_;
  std::uint64_t cycle_ = 0;
  std::uint32_t writes_ = 0;
  std::deque<Served> pipeline_;  ///< stage 1 at the back
};

}  // namespace superwarp::test
