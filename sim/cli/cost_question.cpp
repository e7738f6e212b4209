// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cost_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "language/log2.h"
#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"
#include "sim/model/mapping.h"

namespace superwarp::cli {

void CostSettings::add_to(CLI::App& command) {
  const std::string group = "Machine";
  command.add_option("--rows", rows, "words in each bank, a power of two")
      ->capture_default_str()
      ->group(group);
  command.add_option("--data-bits", data_bits, "bits of a word, an even number")
      ->capture_default_str()
      ->group(group);
  command.add_option("--library", library, "cell library: osu018 or osu035")->capture_default_str();
  command
      .add_option(
          "--limit", limit,
          "seconds that a run of a tool may take; longer runs, or more than 8 GiB, are reported as "
          "not finished")
      ->capture_default_str();
}

cost::Costing::Limits CostSettings::limits() const {
  cost::Costing::Limits limits;
  limits.seconds = std::chrono::seconds(limit);
  return limits;
}

const cost::Library& CostSettings::parse() const {
  constexpr std::uint64_t kMostRows = kAddressLimit / 2;  // of two banks
  if (!is_power_of_two(rows) || rows > kMostRows)
    throw UsageError(fmt::format("--rows {}: expected a power of two, 1 to {}", rows, kMostRows));
  constexpr std::uint64_t kMostBits = 256;
  if (data_bits < 2 || data_bits > kMostBits || data_bits % 2 != 0) {
    throw UsageError(
        fmt::format("--data-bits {}: expected an even number, 2 to {}", data_bits, kMostBits));
  }
  constexpr std::uint64_t kDay = 86400;
  in_range("--limit", limit, 1, kDay);
  std::vector<std::string> names;
  for (const cost::Library& one : cost::libraries()) names.push_back(one.name);
  const std::string known = known_name("library", library, names);
  return *std::find_if(cost::libraries().begin(), cost::libraries().end(),
                       [&](const cost::Library& one) { return one.name == known; });
}

cost::Design cost_design(Machine machine, const CostSettings& settings,
                         const std::string& rtl_dir) {
  if (machine.hierarchy)
    throw UsageError("the machine has several memories; cost each of them by itself");
  constexpr std::uint32_t kMostWidth = 128;  // of the RTL
  if (machine.width > kMostWidth) {
    throw UsageError(
        fmt::format("--width {}: expected a power of two, 2 to {}", machine.width, kMostWidth));
  }
  const std::uint64_t most_rows = kAddressLimit / machine.width;
  if (settings.rows > most_rows) {
    throw UsageError(
        fmt::format("--rows {}: expected a power of two, 1 to {}", settings.rows, most_rows));
  }
  const std::string in_rtl = model::mapping_info(machine.mapping).rtl;
  if (in_rtl.empty()) {
    throw UsageError(
        fmt::format("--mapping {}: there is no hardware of it to cost", machine.mapping));
  }
  machine.mapping = in_rtl;
  machine.rows = settings.rows;
  cost::Design design;
  design.machine = machine;
  design.data_bits = static_cast<std::uint32_t>(settings.data_bits);
  design.rtl_dir = rtl_dir;
  return design;
}

}  // namespace superwarp::cli
