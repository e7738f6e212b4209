// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <vector>

#include "sim/cli/listing.h"
#include "sim/description/data_files.h"
#include "sim/draw/text.h"
#include "tools/measured/measurement.h"

namespace superwarp::cli {
namespace {

std::vector<ListEntry> measurement_entries() {
  std::vector<ListEntry> entries;
  for (const std::string& name : description::measurement_names()) {
    const auto m = crosscheck::read_measurement(description::measurement_file(name));
    entries.push_back({name, fmt::format("{}: {}, {}{}", m.device.name, draw::counted(m.patterns.size(), "pattern"),
                                         m.published ? "published" : "measured",
                                         m.gpu.empty() ? "" : fmt::format("; --gpu {}", m.gpu))});
  }
  return entries;
}

const AddListing kMeasurements(60, {"measurement", measurement_entries});

}  // namespace
}  // namespace superwarp::cli
