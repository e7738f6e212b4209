// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/workload/workload.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::workload {

/// The exact time units of `workload` (a name of workloads()) of `size` with `threads` threads on
/// `machine` in its schedule, by formula; nullopt if no formula is known to be exact. The options
/// must be valid for make_workload(). `blocks` blocks of `threads` threads are resident; `taps` are
/// a convolution's.
std::optional<std::uint64_t> closed_form(const std::string& workload, std::uint64_t size, std::uint64_t threads,
                                         const Machine& machine, std::uint64_t blocks = 1,
                                         std::uint64_t taps = WorkloadOptions().taps);

/// The reason why closed_form() has no formula. An unknown name stands for a trace.
std::string why_no_closed_form(const std::string& workload, const Machine& machine);

}  // namespace superwarp::workload
