// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "language/rpu.h"

namespace superwarp {

/// A priority by its name.
struct PriorityInfo {
  Priority priority;
  std::string name;  ///< as typed: "fullest"
};

/// The description of an RPU.
struct RpuInfo {
  Rpu rpu;
  std::string name;         ///< as typed: "stream"
  std::string description;  ///< one line
  /// Priorities this RPU supports, default first. Empty if warps do not overlap.
  std::vector<PriorityInfo> priorities;
};

/// All RPUs, in display order.
const std::vector<RpuInfo>& rpus();

const RpuInfo& rpu_info(Rpu rpu);

/// The name of `priority`, as typed.
const std::string& priority_name(Priority priority);

}  // namespace superwarp
