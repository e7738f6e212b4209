// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "sim/permutation/read_permutation.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    std::istringstream in(text);
    superwarp::permutation::read_permutation(in, "fuzz", 16, 8);
  });
}
