// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/description.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    superwarp::gpu::read_description(superwarp::fuzz::MemoryFile(text).name());
  });
}
