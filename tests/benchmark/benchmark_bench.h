#pragma once

#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp {

/// The one bench of the benchmark program and the user's cache.
Bench& benchmark_bench();
RtlCache& benchmark_cache();

}  // namespace superwarp
