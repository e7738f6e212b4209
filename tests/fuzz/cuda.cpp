// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "tests/fuzz/target.h"
#include "tools/kernels/record/rewrite.h"

/// A program that `record` is given: every line keeps its number, whatever the text is.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    const std::string rewritten = superwarp::record::rewritten(text);
    const auto lines = [](const std::string& one) { return std::count(one.begin(), one.end(), '\n'); };
    if (lines(rewritten) != lines(text)) throw std::logic_error("lines have moved");
  });
}
