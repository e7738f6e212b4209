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
/// `machine` in its schedule, by formula; nothing where no formula is known to be exact. Meant for
/// what make_workload() accepts. `blocks` are resident, each with so many threads; `taps` are a
/// convolution's.
std::optional<std::uint64_t> closed_form(const std::string& workload, std::uint64_t size,
                                         std::uint64_t threads, const Machine& machine,
                                         std::uint64_t blocks = 1,
                                         std::uint64_t taps = WorkloadOptions().taps);

/// Why there is none, for people: what of the question is in the way. Of what is no workload, but a
/// trace, `workload` is no name.
std::string why_no_closed_form(const std::string& workload, const Machine& machine);

}  // namespace superwarp::workload
