// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"
#include "tools/cost/library.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    superwarp::cost::read_routing_layers(text, "fuzz");
    superwarp::cost::read_drawn_sizes(text, "fuzz");
  });
}
