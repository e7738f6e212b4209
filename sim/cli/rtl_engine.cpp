// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rtl_engine.h"

#include <fmt/format.h>

#include <cstdio>

namespace superwarp::cli {

sysc::RtlCache open_cache() {
  return sysc::RtlCache(
      {}, [](const std::string& message) { fmt::print(stderr, "superwarp: {}\n", message); });
}

RtlEngine::RtlEngine(const sysc::RtlConfig& rtl)
    : cache(open_cache()), evaluator(bench, cache, rtl) {}

}  // namespace superwarp::cli
