// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::test {

/// The one bench of the benchmark program and the user's cache.
tb::Bench& benchmark_bench();
sysc::RtlCache& benchmark_cache();

}  // namespace superwarp::test
