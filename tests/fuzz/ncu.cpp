// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"
#include "tools/replay/ncu/kernel_name.h"
#include "tools/replay/ncu/read_ncu.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    for (const auto& kernel : superwarp::ncu::read_ncu(superwarp::fuzz::MemoryFile(text).name()))
      superwarp::ncu::short_name(kernel.name);
  });
}
