// SPDX-License-Identifier: Apache-2.0
#include "sim/evaluate/key_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/machine.h"
#include "sim/files/memory_limit.h"
#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"

namespace superwarp::evaluate {

void require_key_memory(const Machine& machine, std::uint64_t words) {
  if (model::mapping_info(machine.mapping).key != model::KeyKind::kRows) return;
  const std::uint64_t rows =
      std::max(machine.rows, model::rows_covering(words, machine.bank_count()));
  files::require_memory(rows * kKeyEntryBytes,
                        fmt::format("the key of {} for {} rows", machine.mapping, rows));
}

}  // namespace superwarp::evaluate
