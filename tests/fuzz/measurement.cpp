// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/measurement.h"

#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    superwarp::crosscheck::read_measurement(superwarp::fuzz::MemoryFile(text).name());
  });
}
