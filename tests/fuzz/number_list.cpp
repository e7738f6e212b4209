// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/number_list.h"

#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(
      data, size, [](const std::string& text) { superwarp::congestion::number_list("--width", text); });
}
