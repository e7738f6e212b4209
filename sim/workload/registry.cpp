// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "model/machine/log2.h"
#include "model/machine/nearest_name.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {

/// In a file that the build generates from the workloads' file names.
std::vector<std::vector<Workload>> all_entries();

namespace {

std::vector<Workload> sorted_entries(bool hierarchical) {
  std::vector<Workload> found;
  for (std::vector<Workload>& of_file : all_entries()) {
    for (Workload& workload : of_file) {
      if (workload.hierarchical == hierarchical) found.push_back(std::move(workload));
    }
  }
  const auto place = [](const Workload& w) { return std::tie(w.kernel, w.algorithm, w.place, w.name); };
  std::sort(found.begin(), found.end(), [&](const Workload& a, const Workload& b) { return place(a) < place(b); });
  return found;
}

std::vector<Workload> all() {
  std::vector<Workload> found = entries();
  found.insert(found.end(), hierarchical_entries().begin(), hierarchical_entries().end());
  return found;
}

const Workload& entry_of(const std::string& name) {
  if (const Workload* found = find_entry(name)) return *found;
  throw std::invalid_argument(fmt::format("unknown workload '{}'{}", name, did_you_mean(name, names_of(all()))));
}

/// The side of the largest square matrix within the address space.
constexpr std::uint64_t kLargestSide = 46340;
static_assert(kLargestSide * kLargestSide <= kAddressLimit && (kLargestSide + 1) * (kLargestSide + 1) > kAddressLimit);

/// Throws std::invalid_argument unless the options are in the ranges of workload.h and of the
/// workload. The message does not name the workload.
void check(const Workload& workload, const WorkloadOptions& o) {
  const auto require = [](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
  };
  require(o.width >= 1, "width 0: a warp has at least one thread");
  require(o.super_warp >= 1, "super warp 0: it has at least one warp");
  const std::uint64_t lanes = std::uint64_t{o.super_warp} * o.width;
  require(o.threads >= 1 && o.threads % lanes == 0,
          fmt::format("{} threads are not a multiple of super warp * width = {}", o.threads, lanes));
  require(o.size >= 1, "size 0: it has at least one word");
  // The address space limits workloads of n words; those that use more are checked when made.
  const std::uint64_t most = workload.matrix ? kLargestSide : kAddressLimit - 1;
  require(o.size <= most,
          fmt::format("size {} is too large: the largest is {}, addresses end below {}", o.size, most, kAddressLimit));
  const std::uint64_t largest = workload.matrix ? kLargestTile : kLargestBlock;
  require(!workload.kernel || o.size <= largest,
          fmt::format("size {} is too large for a block, the largest is {}", o.size, largest));
  require(o.write_percent <= 100, fmt::format("{} percent of writes", o.write_percent));
  require(o.write_percent == 0 || workload.chooses_writes, "it has no writes to choose");
  require(o.permutation.empty() || workload.permutes,
          "it has no permutation to choose; those that have one are called permute-... or "
          "hmm-permutation");
  require(o.taps == WorkloadOptions().taps || workload.chooses_taps, "it has no taps to choose");
  require(o.taps >= 1, "0 taps: a convolution has at least one");
  require(o.multiprocessors >= 1, "0 multiprocessors: there is at least one");
  require(o.multiprocessors == 1 || workload.hierarchical,
          "it is a program of one memory, not of several multiprocessors");
  require(o.threads % (o.multiprocessors * lanes) == 0,
          fmt::format("{} threads are not a multiple of multiprocessors * super warp * width = {}", o.threads,
                      o.multiprocessors * lanes));
  if (workload.size_rule) workload.size_rule(o);
}

/// The first access of most programs has a request.
bool requests_anything(const Program& program) {
  std::vector<Word> registers(std::size_t{program.registers()} * program.width());
  std::vector<Word> data(program.width());
  std::vector<Address> address(program.width(), kInactive);
  for (std::uint64_t round = 0; round < program.rounds(); ++round) {
    for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
      program.access(round, warp, registers.data(), address.data(), data.data());
      if (std::any_of(address.begin(), address.end(), [](Address a) { return a != kInactive; })) return true;
    }
  }
  return false;
}

}  // namespace

void power_of_two(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  if (is_power_of_two(n)) return;
  const std::uint64_t below = std::uint64_t{1} << floor_log2(n);
  throw std::invalid_argument(
      fmt::format("size {} is not a power of two; the nearest are {} and {}", n, below, 2 * below));
}

SizeRule multiple_of_width(std::string size, std::string why) {
  return [size = std::move(size), why = std::move(why)](const WorkloadOptions& o) {
    if (o.size % o.width == 0) return;
    throw std::invalid_argument(fmt::format("{0} {1} is not a multiple of the width {2}{3}; the next multiple is {4}",
                                            size, o.size, o.width, fmt::format(fmt::runtime(why), o.width),
                                            (o.size / o.width + 1) * o.width));
  };
}

Workload matrix_access(Workload workload) {
  workload.matrix = true;
  workload.task = Task::kTouch;
  return workload;
}

Workload block_kernel(Workload workload, Accesses listing) {
  workload.kernel = true;
  workload.listing = std::move(listing);
  return workload;
}

Workload tile_kernel(Workload workload, Accesses listing) {
  workload.matrix = true;
  return block_kernel(std::move(workload), std::move(listing));
}

Workload hierarchical(Workload workload, Accesses listing, Formula formula) {
  workload.hierarchical = true;
  workload.listing = std::move(listing);
  workload.formula = std::move(formula);
  return workload;
}

const std::vector<Workload>& entries() {
  static const std::vector<Workload> of_one_memory = sorted_entries(false);
  return of_one_memory;
}

const std::vector<Workload>& hierarchical_entries() {
  static const std::vector<Workload> of_several = sorted_entries(true);
  return of_several;
}

const Workload* find_entry(const std::string& name) {
  for (const std::vector<Workload>* const list : {&entries(), &hierarchical_entries()}) {
    const auto found =
        std::find_if(list->begin(), list->end(), [&](const Workload& entry) { return entry.name == name; });
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

const std::vector<WorkloadInfo>& workloads() {
  static const std::vector<WorkloadInfo> all(entries().begin(), entries().end());
  return all;
}

const std::vector<WorkloadInfo>& hierarchical_workloads() {
  static const std::vector<WorkloadInfo> all(hierarchical_entries().begin(), hierarchical_entries().end());
  return all;
}

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
  for (const Image* const image : {static_cast<const Image*>(listing.get()), listing->global()}) {
    if (image == nullptr || image->words() <= kAddressLimit) continue;
    throw std::invalid_argument(
        fmt::format("workload {}: size {} is too large: it uses {} words, addresses end below {}", name, options.size,
                    image->words(), kAddressLimit));
  }
  if (!requests_anything(*listing)) {
    throw std::invalid_argument(
        fmt::format("workload {}: with size {} it accesses nothing, expected a larger size", name, options.size));
  }
  return listing;
}

}  // namespace superwarp::workload
