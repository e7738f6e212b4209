// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/region_options.h"

#include <fmt/format.h>

#include <stdexcept>

#include "model/machine/access.h"
#include "model/machine/log2.h"
#include "model/reference/machine_check.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

void RegionOptions::add_to(const OptionGroup& add) {
  add("regions", regions_,
      "equal regions of the memory in which the mapping is on or off, a digit each, as in "
      "8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it "
      "is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, "
      "8:0,2-3:pad (default: on everywhere)");
  add("region-rows", rows_,
      "rows of a region, a power of two; regions repeat if they are smaller than the memory "
      "(default: the memory's rows / the number of regions)");
}

void RegionOptions::parse(Machine& machine) const {
  if (!regions_) {
    if (rows_) throw UsageError(fmt::format("--region-rows {}: expected --regions too", *rows_));
    return;
  }
  try {
    machine.regions = regions_named(*regions_);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--regions {}: {}", *regions_, error.what()));
  }
  if (rows_) {
    if (!is_power_of_two(*rows_) || *rows_ > kAddressLimit)
      throw UsageError(fmt::format("--region-rows {}: expected a power of two", *rows_));
    machine.regions.rows = *rows_;
  }
  check(machine);
}

void RegionOptions::check(const Machine& machine) const {
  if (!regions_) return;
  try {
    model::check_regions(machine);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--regions {}: {}", *regions_, error.what()));
  }
}

}  // namespace superwarp::cli
