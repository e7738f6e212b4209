// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "language/log2.h"
#include "language/machine.h"
#include "sim/model/mapping/family.h"
#include "sim/model/random.h"

/// \file
/// Mappings with a random number r_j for every row j.

namespace superwarp::model {
namespace {

/// Super-warp paper, Section V.
std::unique_ptr<Mapping> make_random_shift(const Machine& machine) {
  check_key(machine, machine.rows);
  return address_mapping(
      [mask = machine.width - 1, row_bits = floor_log2(machine.width),
       shift = machine.key](Address a) { return (a + shift[a >> row_bits]) & mask; });
}

std::unique_ptr<Mapping> make_random_xor(const Machine& machine) {
  check_key(machine, machine.rows);
  return address_mapping(
      [mask = machine.width - 1, row_bits = floor_log2(machine.width),
       flip = machine.key](Address a) { return (a & mask) ^ flip[a >> row_bits]; });
}

/// Nakano, Matsumae, Ito, ICPPW 2014: random shifts that differ within each block of w rows.
std::unique_ptr<Mapping> make_rap(const Machine& machine) {
  check_key(machine, machine.rows);
  for (std::size_t first = 0; first < machine.key.size(); first += machine.width) {
    std::vector<bool> seen(machine.width);
    const std::size_t end = std::min<std::size_t>(first + machine.width, machine.key.size());
    for (std::size_t row = first; row < end; ++row) {
      if (seen[machine.key[row]]) {
        throw std::invalid_argument(
            fmt::format("shift {} comes twice in rows {} to {}; rap needs a permutation there",
                        machine.key[row], first, end - 1));
      }
      seen[machine.key[row]] = true;
    }
  }
  return make_random_shift(machine);
}

/// A random permutation (Fisher-Yates) of 0 .. width - 1 for every block of `width` rows.
std::vector<std::uint32_t> random_permutations(std::uint64_t seed, std::uint64_t rows,
                                               std::uint32_t width) {
  constexpr std::uint64_t kPurpose = 0x726170;  // "rap"
  const std::uint64_t key = extend_key(seed, kPurpose);
  std::vector<std::uint32_t> shifts;
  std::vector<std::uint32_t> block(width);
  while (shifts.size() < rows) {
    std::iota(block.begin(), block.end(), 0U);
    for (std::uint32_t left = width; left > 1; --left) {
      std::swap(block[left - 1], block[uniform_at(key, shifts.size() + left - 1, left)]);
    }
    shifts.insert(shifts.end(), block.begin(), block.end());
  }
  shifts.resize(rows);
  return shifts;
}

}  // namespace

MappingFamily row_shift_mappings() {
  return {
      {{"random-shift", "bank (k + r_j) mod w, a random r_j for each row j (RSDMM)",
        KeyKind::kRows},
       make_random_shift,
       random_shifts},
      {{"random-xor", "bank k ^ r_j, a random r_j for each row j", KeyKind::kRows},
       make_random_xor,
       random_shifts},
      {{"rap", "bank (k + r_j) mod w, the r_j of each w rows a random permutation", KeyKind::kRows,
        "random-shift"},
       make_rap,
       random_permutations},
  };
}

}  // namespace superwarp::model
