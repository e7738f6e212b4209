// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sysc/cache_files.h"
#include "sysc/rtl_cache.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// A cache of units of which some have several mappings and regions (tests/rtl/chosen_rsu.sv),
/// which compile in a fraction of the time of one unit for each.
class ChoosingCache final : public sysc::RtlCache {
 public:
  /// Those of `configs` that differ in mapping and regions only share a unit from now on.
  void share(const std::vector<sysc::RtlConfig>& configs);

  /// Where a unit is shared, chooses mapping and regions of `config` for runs until the next call.
  std::vector<std::shared_ptr<sysc::RtlUnit>> units(const sysc::RtlConfig& config, std::size_t count) override;

 private:
  struct Shared {
    std::vector<sysc::RtlConfig> choices;
    std::unique_ptr<sysc::ScratchDir> rtl;  ///< null until a unit is needed
  };
  std::vector<Shared> shared_;
};

}  // namespace superwarp::test
