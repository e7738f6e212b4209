// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "language/log2.h"
#include "language/nearest_name.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {

/// In the file that the build makes from the names of the workloads' files.
std::vector<std::vector<Workload>> all_entries();

namespace {

const Workload& entry_of(const std::string& name) {
  if (const Workload* found = find_entry(name)) return *found;
  throw std::invalid_argument(
      fmt::format("unknown workload '{}'{}", name, did_you_mean(name, names_of(entries()))));
}

/// Side of the largest square matrix whose words all have an address.
constexpr std::uint64_t kLargestSide = 46340;
static_assert(kLargestSide * kLargestSide <= kAddressLimit &&
              (kLargestSide + 1) * (kLargestSide + 1) > kAddressLimit);

/// The options, if they are in the ranges that workload.h and the workload state. The message does
/// not name the workload.
void check(const Workload& workload, const WorkloadOptions& o) {
  const auto require = [](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
  };
  require(o.width >= 2 && is_power_of_two(o.width),
          fmt::format("width {} is not a power of two from 2 on", o.width));
  require(o.super_warp >= 1, "super warp 0: it has at least one warp");
  const std::uint64_t lanes = std::uint64_t{o.super_warp} * o.width;
  require(
      o.threads >= 1 && o.threads % lanes == 0,
      fmt::format("{} threads are not a multiple of super warp * width = {}", o.threads, lanes));
  require(o.size >= 1, "size 0: it has at least one word");
  // Just what addresses reach, for a workload of n words; some use more, which is seen once they
  // are made.
  const std::uint64_t most = workload.matrix ? kLargestSide : kAddressLimit - 1;
  require(o.size <= most,
          fmt::format("size {} is too large: the largest is {}, addresses end below {}", o.size,
                      most, kAddressLimit));
  const std::uint64_t largest = workload.matrix ? kLargestTile : kLargestBlock;
  require(!workload.kernel || o.size <= largest,
          fmt::format("size {} is too large for a block, the largest is {}", o.size, largest));
  require(o.write_percent <= 100, fmt::format("{} percent of writes", o.write_percent));
  require(o.write_percent == 0 || workload.chooses_writes, "it has no writes to choose");
  require(o.permutation.empty() || workload.permutes,
          "it has no permutation to choose; those that have one are called permute-...");
  if (workload.size_rule) workload.size_rule(o);
}

std::vector<Workload> sorted_entries() {
  std::vector<Workload> all;
  for (std::vector<Workload>& of_file : all_entries()) {
    for (Workload& workload : of_file) all.push_back(std::move(workload));
  }
  const auto place = [](const Workload& w) {
    return std::tie(w.kernel, w.algorithm, w.place, w.name);
  };
  std::sort(all.begin(), all.end(),
            [&](const Workload& a, const Workload& b) { return place(a) < place(b); });
  return all;
}

}  // namespace

void power_of_two(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  if (is_power_of_two(n)) return;
  const std::uint64_t below = std::uint64_t{1} << floor_log2(n);
  throw std::invalid_argument(
      fmt::format("size {} is no power of two, as its n = 2^m needs; the nearest are {} and {}", n,
                  below, 2 * below));
}

SizeRule multiple_of_width(std::string size, std::string why) {
  return [size = std::move(size), why = std::move(why)](const WorkloadOptions& o) {
    if (o.size % o.width == 0) return;
    throw std::invalid_argument(fmt::format(
        "{0} {1} is no multiple of the width {2}{3}; the next {0} that is one is {4}", size, o.size,
        o.width, fmt::format(fmt::runtime(why), o.width), (o.size / o.width + 1) * o.width));
  };
}

Workload block_kernel(std::uint32_t place, std::string name, std::string description,
                      std::string source) {
  Workload kernel(place, std::move(name), std::move(description), std::move(source));
  kernel.kernel = true;
  return kernel;
}

Workload tile_kernel(std::uint32_t place, std::string name, std::string description,
                     std::string source) {
  Workload kernel = block_kernel(place, std::move(name), std::move(description), std::move(source));
  kernel.matrix = true;
  return kernel;
}

const std::vector<Workload>& entries() {
  static const std::vector<Workload> all = sorted_entries();
  return all;
}

const Workload* find_entry(const std::string& name) {
  const auto found = std::find_if(entries().begin(), entries().end(),
                                  [&](const Workload& entry) { return entry.name == name; });
  return found == entries().end() ? nullptr : &*found;
}

std::vector<WorkloadInfo> workloads() { return {entries().begin(), entries().end()}; }

WorkloadInfo workload_info(const std::string& name) { return entry_of(name); }

std::unique_ptr<Program> make_workload(const std::string& name, const WorkloadOptions& options) {
  const Workload& workload = entry_of(name);
  try {
    check(workload, options);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("workload {}: {}", name, error.what()));
  }
  auto listing = std::make_unique<Listing>(options);
  workload.listing(options, *listing);
  if (listing->words() > kAddressLimit) {
    throw std::invalid_argument(
        fmt::format("workload {}: size {} is too large: it uses {} words, addresses end below {}",
                    name, options.size, listing->words(), kAddressLimit));
  }
  return listing;
}

}  // namespace superwarp::workload
