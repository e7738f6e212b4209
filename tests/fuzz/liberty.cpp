// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"
#include "tools/cost/cell_model.h"
#include "tools/cost/library.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    superwarp::cost::without_pads(text);
    superwarp::cost::require_cells(superwarp::cost::read_cell_models(text, "fuzz"), "fuzz");
  });
}
