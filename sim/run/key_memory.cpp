// SPDX-License-Identifier: Apache-2.0
#include "sim/run/key_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/machine/machine.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "sim/files/memory_limit.h"

namespace superwarp::evaluate {

void require_key_memory(const Machine& machine, std::uint64_t words) {
  if (model::mapping_info(machine.mapping).key != model::KeyKind::kRows) return;
  const std::uint64_t rows = std::max(machine.rows, model::rows_covering(words, machine.bank_count()));
  files::require_memory(rows * kKeyEntryBytes, fmt::format("the key of {} for {} rows", machine.mapping, rows));
}

}  // namespace superwarp::evaluate
