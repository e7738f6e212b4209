// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sim/workload/formula.h"
#include "sim/workload/listing.h"
#include "sim/workload/workload.h"

/// \file
/// To add a workload, add a file to access/, algorithm/, kernel/ or hierarchy/ with a function
/// named after its path, such as std::vector<Workload> kernel_fft() in kernel/fft.cpp. It returns
/// one workload, or several that belong together. The build finds the file.

namespace superwarp::workload {

/// Throws std::invalid_argument for a bad size.
using SizeRule = std::function<void(const WorkloadOptions&)>;

/// n = 2^m.
void power_of_two(const WorkloadOptions& options);
/// w divides the size; messages call it `size` ("size" or "side") and add `why`, with w for {}.
SizeRule multiple_of_width(std::string size, std::string why);

/// Appends its accesses for checked options.
using Accesses = std::function<void(const WorkloadOptions&, Listing&)>;

/// The largest size of a kernel's block, and the largest side of a kernel's tile.
inline constexpr std::uint64_t kLargestBlock = 8192;
inline constexpr std::uint64_t kLargestTile = 128;

/// The machines for which a formula holds.
enum class Shapes : std::uint8_t {
  kPowerOfTwo,  ///< b = w = 2^k, k >= 1
  kAnyWidth,    ///< b = w
  kAnyBanks,
};

/// The description, accesses and formula of a workload.
struct Workload : WorkloadInfo {
  Workload(std::uint32_t its_place, std::string its_name, std::string its_description, std::string its_source)
      : place(its_place) {
    name = std::move(its_name);
    description = std::move(its_description);
    source = std::move(its_source);
  }

  std::uint32_t place;          ///< in its part of the list: accesses, algorithms, kernels
  bool chooses_writes = false;  ///< uses WorkloadOptions::write_percent
  bool chooses_taps = false;    ///< uses WorkloadOptions::taps
  SizeRule size_rule = {};      ///< besides the limits of addresses and blocks
  Accesses listing = {};
  Formula formula = {};  ///< may be empty
  Shapes shapes = Shapes::kPowerOfTwo;
};

/// Calls with {place, name, description, source}:
/// Touches every word of a square matrix.
Workload matrix_access(Workload workload);
/// A kernel's block of `size` words or threads, and a kernel's tile of `size` columns.
Workload block_kernel(Workload workload, Accesses listing = {});
Workload tile_kernel(Workload workload, Accesses listing = {});
/// Of the hierarchical machine; promises its result.
Workload hierarchical(Workload workload, Accesses listing = {}, Formula formula = {});

/// All workloads of one memory, in display order.
const std::vector<Workload>& entries();
/// All workloads of the hierarchical machine, in display order.
const std::vector<Workload>& hierarchical_entries();

/// Null for an unknown name.
const Workload* find_entry(const std::string& name);

}  // namespace superwarp::workload
