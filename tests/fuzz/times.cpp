// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "tests/fuzz/target.h"
#include "tools/attack/samples.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    std::istringstream in(text);
    for (const auto& times : superwarp::attack::read_times(in, "times")) {
      if (times.cycles.size() < 64 && times.warps < 3) superwarp::attack::samples_of(times);
    }
  });
}
