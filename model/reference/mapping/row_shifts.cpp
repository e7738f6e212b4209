// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "model/machine/bank_places.h"
#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"
#include "model/reference/random.h"

/// \file
/// Mappings with a random number r_j for every row j.

namespace superwarp::model {
namespace {

/// Super-warp paper, Section V.
std::unique_ptr<Mapping> make_random_shift(const Machine& machine) {
  check_key(machine, machine.rows);
  return with_places(machine.bank_count(), [&machine](auto places) {
    return address_mapping([places, shift = machine.key](Address a) {
      return places.place(a + shift[places.row(a)]);
    });
  });
}

std::unique_ptr<Mapping> make_random_xor(const Machine& machine) {
  check_key(machine, machine.rows);
  return address_mapping([places = ShiftedPlaces(machine.bank_count()), flip = machine.key](
                             Address a) { return places.place(a) ^ flip[places.row(a)]; });
}

/// Nakano, Matsumae, Ito, ICPPW 2014: random shifts that differ within each block of b rows.
std::unique_ptr<Mapping> make_rap(const Machine& machine) {
  check_key(machine, machine.rows);
  const std::uint32_t banks = machine.bank_count();
  for (std::size_t first = 0; first < machine.key.size(); first += banks) {
    std::vector<bool> seen(banks);
    const std::size_t end = std::min<std::size_t>(first + banks, machine.key.size());
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

/// A random permutation (Fisher-Yates) of 0 .. banks - 1 for every block of `banks` rows.
std::vector<std::uint32_t> random_permutations(std::uint64_t seed, std::uint64_t rows,
                                               std::uint32_t banks) {
  constexpr std::uint64_t kPurpose = 0x726170;  // "rap"
  const std::uint64_t key = extend_key(seed, kPurpose);
  std::vector<std::uint32_t> shifts;
  std::vector<std::uint32_t> block(banks);
  while (shifts.size() < rows) {
    std::iota(block.begin(), block.end(), 0U);
    for (std::uint32_t left = banks; left > 1; --left) {
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
      {{"random-shift", "bank (k + r_j) mod b, a random r_j for each row j (RSDMM)", kAnyBanks,
        KeyKind::kRows},
       make_random_shift,
       random_shifts},
      {{"random-xor", "bank k ^ r_j, a random r_j for each row j", kPowerOfTwo, KeyKind::kRows},
       make_random_xor,
       random_shifts},
      {{"rap", "bank (k + r_j) mod b, the r_j of each b rows a random permutation", kAnyBanks,
        KeyKind::kRows, "random-shift"},
       make_rap,
       random_permutations},
  };
}

}  // namespace superwarp::model
