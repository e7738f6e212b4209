// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/evaluate/evaluation.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::cli {

/// The cache of compiled units. It announces compilations on standard error.
sysc::RtlCache open_cache();

/// The process's only bench, the cache of units and an evaluator that runs units on the bench.
struct RtlEngine {
  explicit RtlEngine(const sysc::RtlConfig& rtl);

  tb::Bench bench;
  sysc::RtlCache cache;
  evaluate::Evaluator evaluator;
};

}  // namespace superwarp::cli
