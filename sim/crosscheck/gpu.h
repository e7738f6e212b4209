// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/crosscheck/measurement.h"

namespace superwarp::crosscheck {

/// How a warp's access to shared memory becomes slots, and slots become time: the contents of a
/// description file in data/gpus ("superwarp.gpu/1", documented in data/gpus/README.md). The
/// default is the papers' memory machine with 32 banks.
struct GpuRules {
  std::string name = "machine";
  std::string description = "the memory machine of the papers: DMM, for global memory UMM";
  std::vector<std::string> devices;
  bool machine = true;  ///< the papers' rules, not silicon

  std::uint32_t banks = 32;  ///< a power of two; a slot serves at most one word of each
  /// A slot serves all threads that request a served word. False: only for one broadcast word a
  /// slot; every other bank serves one thread (GT200).
  bool merges_every_word = true;
  /// Parts of a warp's access, by the bits of a thread's element. Missing sizes are not described.
  std::map<std::uint32_t, std::uint32_t> parts = {{32, 1}};

  std::uint32_t sub_cores = 1;        ///< of a multiprocessor
  double slot_cycles_sub_core = 1;    ///< from slot to slot while one sub-core requests
  double slot_cycles_sm = 1;          ///< from slot to slot while all sub-cores request
  bool writes_wait = true;            ///< the access after a write waits for the latency
  std::optional<double> latency_low;  ///< cycles of an access without conflict, if published
  std::optional<double> latency_high;

  /// The time of a slot while `active` sub-cores request, relative to all sub-cores; at least 1.
  [[nodiscard]] double slot_share(std::uint32_t active) const;
  /// The sub-cores that `pattern` keeps busy.
  [[nodiscard]] std::uint32_t active_sub_cores(const Pattern& pattern) const;
};

/// Throws InputError with file:line, what was found and what was expected.
GpuRules read_gpu(const std::string& file);

}  // namespace superwarp::crosscheck
