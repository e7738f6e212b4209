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
/// How a workload is written: a file in access/, algorithm/, kernel/ or hierarchy/ with a function
/// that is named after its path, as std::vector<Workload> kernel_fft() in kernel/fft.cpp, and
/// returns it, or several that share their code. The build finds the file; there is no list to
/// enter it in.

namespace superwarp::workload {

/// Throws std::invalid_argument with what is wrong with the options' size.
using SizeRule = std::function<void(const WorkloadOptions&)>;

/// n = 2^m.
void power_of_two(const WorkloadOptions& options);
/// w divides the size, called `size` or `side`; `why` follows the complaint, its {} being w.
SizeRule multiple_of_width(std::string size, std::string why);

/// The largest size of a block of a kernel, and the largest side where the size is a tile's.
inline constexpr std::uint64_t kLargestBlock = 8192;
inline constexpr std::uint64_t kLargestTile = 128;

/// All there is to say of a workload.
struct Workload : WorkloadInfo {
  Workload(std::uint32_t its_place, std::string its_name, std::string its_description,
           std::string its_source)
      : place(its_place) {
    name = std::move(its_name);
    description = std::move(its_description);
    source = std::move(its_source);
  }

  std::uint32_t place;  ///< in the list: accesses, algorithms, kernels, each by place, then by name
  bool chooses_writes = false;  ///< WorkloadOptions::write_percent is for it
  bool chooses_taps = false;    ///< WorkloadOptions::taps is for it
  SizeRule size_rule = {};      ///< beyond what addresses reach, and blocks hold
  /// Its accesses, from options whose sizes are checked.
  std::function<void(const WorkloadOptions&, Listing&)> listing;
  Formula formula = {};  ///< where there is one
};

/// One block of a kernel, of `size` words or threads; one tile, of `size` columns.
Workload block_kernel(std::uint32_t place, std::string name, std::string description,
                      std::string source);
Workload tile_kernel(std::uint32_t place, std::string name, std::string description,
                     std::string source);

/// A workload of the hierarchical machine; promises its result.
Workload hierarchical(std::uint32_t place, std::string name, std::string description,
                      std::string source);

/// The workloads of one memory of all files, in the order of the list.
const std::vector<Workload>& entries();
/// Those of the hierarchical machine.
const std::vector<Workload>& hierarchical_entries();

/// One of them; null if there is none called `name`.
const Workload* find_entry(const std::string& name);

}  // namespace superwarp::workload
