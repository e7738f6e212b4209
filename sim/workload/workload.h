// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/program.h"
#include "sim/workload/lower_bounds.h"

namespace superwarp::workload {

/// A workload's description for `list`, `run --workload` and `reproduce`.
struct WorkloadInfo {
  std::string name;
  std::string description;    ///< one line
  std::string source;         ///< paper and section, or another reason
  bool matrix = false;        ///< the size is the side of a square matrix, sqrt(n), not n
  Task task = Task::kAny;     ///< for lower bounds
  bool kernel = false;        ///< one block of a real kernel, in kernel/
  bool permutes = false;      ///< has a choice of permutations
  bool algorithm = false;     ///< in algorithm/: promises its result on every machine
  bool hierarchical = false;  ///< in hierarchy/: uses shared memories and a global one
};

/// All workloads of one memory, in display order.
const std::vector<WorkloadInfo>& workloads();
/// All workloads of the hierarchical machine, in display order.
const std::vector<WorkloadInfo>& hierarchical_workloads();

/// Throws std::invalid_argument for an unknown name, with the nearest one.
WorkloadInfo workload_info(const std::string& name);

struct WorkloadOptions {
  std::uint64_t size = 0;           ///< n words, or the side sqrt(n) of a matrix workload; 1 ..
  std::uint32_t threads = 0;        ///< p, a multiple of super_warp * width
  std::uint32_t width = 32;         ///< w, 1 ..
  std::uint32_t super_warp = 1;     ///< s, 1 ..
  std::uint64_t seed = 1;           ///< of random workloads
  std::uint32_t write_percent = 0;  ///< `random` only: share of the dispatches that write, 0 .. 100
  /// Workloads that permute only: a name of named_permutations() or the path of a file
  /// (read_permutation.h); empty: the first name, random.
  std::string permutation = {};
  std::uint32_t multiprocessors = 1;  ///< d, on the hierarchical machine
  std::uint64_t taps = 16;            ///< m, of the convolution
  std::uint32_t banks = 0;            ///< b, 1 ..; 0: w

  [[nodiscard]] std::uint32_t bank_count() const { return banks == 0 ? width : banks; }
};

/// Threads where none are given: about 1024, a multiple of the `lanes` that are dispatched
/// together.
constexpr std::uint64_t usual_threads(std::uint64_t lanes) { return lanes * (lanes < 1024 ? 1024 / lanes : 1); }

/// The program of a workload. Throws std::invalid_argument for an unknown name (with the nearest
/// one), options outside the ranges above, and addresses that reach kAddressLimit; InputError for a
/// file that is not a permutation of this size.
std::unique_ptr<Program> make_workload(const std::string& name, const WorkloadOptions& options);

}  // namespace superwarp::workload
