// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/crosscheck/measurement.h"

namespace superwarp::crosscheck {

/// How a warp's access to shared memory becomes slots, and slots become time: what a description
/// file in data/gpus says ("superwarp.gpu/1", documented in data/gpus/README.md). As it is
/// constructed: the memory machine of the papers, of 32 banks.
struct GpuRules {
  std::string name = "machine";
  std::string description = "the memory machine of the papers: DMM, for global memory UMM";
  std::vector<std::string> devices;
  bool machine = true;  ///< no silicon: the papers' own rules

  std::uint32_t banks = 32;  ///< a power of two; a slot serves at most one word of each
  /// Does a slot serve every thread that wants a word it serves? Else only those of one word a
  /// slot, the broadcast word, and one thread of every other bank (GT200).
  bool merges_every_word = true;
  /// Requests that an access of a warp is cut into, by the bits of a thread's element; what is not
  /// here is not described.
  std::map<std::uint32_t, std::uint32_t> parts = {{32, 1}};

  std::uint32_t sub_cores = 1;        ///< of a multiprocessor
  double slot_cycles_sub_core = 1;    ///< from slot to slot where one sub-core requests
  double slot_cycles_sm = 1;          ///< where all of them do
  bool writes_wait = true;            ///< does what follows a write wait for the latency?
  std::optional<double> latency_low;  ///< cycles of an access without conflict, where published
  std::optional<double> latency_high;

  /// What a slot of warps on `active` sub-cores takes, in slots of a multiprocessor that is kept
  /// busy by all of them; 1 and more.
  [[nodiscard]] double slot_share(std::uint32_t active) const;
  /// The sub-cores that `pattern` keeps busy.
  [[nodiscard]] std::uint32_t active_sub_cores(const Pattern& pattern) const;
};

/// Throws InputError with file:line, what was found and what was expected.
GpuRules read_gpu(const std::string& file);

}  // namespace superwarp::crosscheck
