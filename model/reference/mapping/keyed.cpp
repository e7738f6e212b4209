// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "model/machine/refuse.h"
#include "model/reference/mapping/family.h"
#include "model/reference/random.h"

/// \file
/// Mappings with a random number r_j for every row j, and to bank k ^ hash(j), whose random keys
/// are smaller: Carter, Wegman, "Universal classes of hash functions", JCSS 1979.

namespace superwarp::model {
namespace {

/// Super-warp paper, Section V.
std::unique_ptr<Mapping> make_random_shift(const Machine& machine) {
  check_key(machine, machine.rows);
  return with_places(machine.bank_count(), [&machine](auto places) {
    return address_mapping([places, shift = machine.key](Address a) { return places.place(a + shift[places.row(a)]); });
  });
}

std::unique_ptr<Mapping> make_random_xor(const Machine& machine) {
  check_key(machine, machine.rows);
  return xor_mapping(machine, [flip = machine.key](std::uint32_t row) { return flip[row]; });
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
        refuse("shift {} comes twice in rows {} to {}; rap needs a permutation there", machine.key[row], first,
               end - 1);
      }
      seen[machine.key[row]] = true;
    }
  }
  return make_random_shift(machine);
}

/// A random permutation (Fisher-Yates) of 0 .. banks - 1 for every block of `banks` rows.
std::vector<std::uint32_t> random_permutations(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks) {
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

/// Entry i of the key is column i of the matrix M, the contribution of bit i of the row to M*j.
std::uint64_t h3_columns(std::uint64_t rows) { return ceil_log2(rows); }

std::vector<std::uint32_t> draw_h3(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks) {
  return random_entries(seed, 0x6833, h3_columns(rows), banks);  // "h3"
}

std::unique_ptr<Mapping> make_h3(const Machine& machine) {
  check_key(machine, h3_columns(machine.rows));
  return xor_mapping(machine, LinearRowHash([&](std::uint32_t row) {
                       std::uint32_t sum = 0;
                       for (std::size_t i = 0; i < machine.key.size() && i < 32; ++i) {
                         if (((row >> i) & 1U) != 0) sum ^= machine.key[i];
                       }
                       return sum;
                     }));
}

/// Entries 0 .. 63 of the key are the table for the low six bits of the row; the others are the
/// table for the higher bits.
constexpr std::uint32_t kLowBits = 6;
constexpr std::uint32_t kLowEntries = 1U << kLowBits;

std::uint64_t tabulation_entries(std::uint64_t rows) { return kLowEntries + (rows + kLowEntries - 1) / kLowEntries; }

std::vector<std::uint32_t> draw_tabulation(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks) {
  return random_entries(seed, 0x746162, tabulation_entries(rows), banks);  // "tab"
}

std::unique_ptr<Mapping> make_tabulation(const Machine& machine) {
  check_key(machine, tabulation_entries(machine.rows));
  return xor_mapping(machine, [table = machine.key](std::uint32_t row) {
    return table[row % kLowEntries] ^ table[kLowEntries + row / kLowEntries];
  });
}

}  // namespace

MappingFamily keyed_mappings() {
  return {
      {{"random-shift", "bank (k + r_j) mod b, a random r_j for each row j (RSDMM)", kAnyBanks, KeyKind::kRows},
       make_random_shift,
       random_shifts},
      {{"random-xor", "bank k ^ r_j, a random r_j for each row j", kPowerOfTwo, KeyKind::kRows},
       make_random_xor,
       random_shifts},
      {{"rap", "bank (k + r_j) mod b, the r_j of each b rows a random permutation", kAnyBanks, KeyKind::kRows,
        "random-shift"},
       make_rap,
       random_permutations},
      {{"h3", "bank k ^ M*j over GF(2), a random matrix M", kPowerOfTwo, KeyKind::kTables}, make_h3, draw_h3},
      {{"tabulation", "bank k ^ T1[j mod 64] ^ T2[j div 64], random tables", kPowerOfTwo, KeyKind::kTables},
       make_tabulation,
       draw_tabulation},
  };
}

}  // namespace superwarp::model
