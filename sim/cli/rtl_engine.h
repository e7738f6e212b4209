// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/evaluate/evaluation.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::cli {

/// The cache of compiled units; what takes long is told on standard error.
sysc::RtlCache open_cache();

/// The RTL of a command: this process's one bench, and the units that run on it.
struct RtlEngine {
  explicit RtlEngine(const sysc::RtlConfig& rtl);

  tb::Bench bench;
  sysc::RtlCache cache;
  evaluate::Evaluator evaluator;
};

}  // namespace superwarp::cli
