// SPDX-License-Identifier: Apache-2.0
#include "tests/mapping/mapped.h"

#include "model/machine/machine.h"

namespace superwarp::test {

std::unique_ptr<Mapping> mapped(const std::string& name, std::uint32_t banks, std::uint64_t rows,
                                std::uint64_t seed) {
  Machine machine;
  machine.banks = banks;
  machine.rows = rows;
  machine.mapping = name;
  machine.key = model::mapping_key(name, seed, rows, banks);
  return model::make_mapping(machine);
}

}  // namespace superwarp::test
