// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/permuting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "model/machine/nearest_name.h"
#include "model/reference/random.h"
#include "sim/files/input_file.h"
#include "sim/permutation/named_permutations.h"
#include "sim/permutation/read_permutation.h"

namespace superwarp::workload {
namespace {

/// The named permutation of `row` words, row after row.
permutation::Permutation in_rows(const permutation::NamedPermutation& named, const WorkloadOptions& options,
                                 std::uint64_t row) {
  if (row == options.size) return named.make({row, options.width, options.seed});
  std::vector<std::uint32_t> targets;
  targets.reserve(options.size);
  for (std::uint64_t first = 0; first < options.size; first += row) {
    const std::uint64_t seed = model::extend_key(options.seed, first);  // rows are independent
    const permutation::Permutation of_row = named.make({row, options.width, seed});
    for (const std::uint32_t target : of_row.targets()) targets.push_back(static_cast<std::uint32_t>(first + target));
  }
  return permutation::Permutation(std::move(targets));
}

}  // namespace

permutation::Permutation chosen_permutation(const std::string& workload, const WorkloadOptions& options,
                                            std::uint64_t row) {
  permutation::check_permutation_size(options.size);
  const std::vector<permutation::NamedPermutation> all = permutation::named_permutations();
  const std::string& chosen = options.permutation.empty() ? all.front().name : options.permutation;
  std::vector<std::string> names;
  for (const permutation::NamedPermutation& named : all) {
    names.push_back(named.name);
    if (named.name != chosen) continue;
    try {
      return in_rows(named, options, row);
    } catch (const std::invalid_argument& error) {
      if (row == options.size) {
        throw std::invalid_argument(fmt::format("workload {}, permutation {}: {}", workload, chosen, error.what()));
      }
      throw std::invalid_argument(
          fmt::format("workload {}: it permutes rows of {} words, and no row has a permutation {}: {}", workload, row,
                      chosen, error.what()));
    }
  }
  std::error_code error;
  if (chosen != files::kStandardInput && !std::filesystem::exists(chosen, error)) {
    throw std::invalid_argument(fmt::format("permutation '{:.200}': no such file, and no name{} There are: {}", chosen,
                                            did_you_mean(chosen, names), fmt::join(names, ", ")));
  }
  return permutation::read_permutation_file(chosen, options.size, row);
}

}  // namespace superwarp::workload
