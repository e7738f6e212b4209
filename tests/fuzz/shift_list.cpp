// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/shift_list.h"

#include "tests/fuzz/target.h"

/// Parses the text as a list and as a file.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    superwarp::fuzz::taken_or_refused(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                      [](const std::string& list) { superwarp::cli::ShiftList(list).first(1000); });
    superwarp::cli::ShiftList(superwarp::fuzz::MemoryFile(text).name()).first(1000);
  });
}
