// SPDX-License-Identifier: Apache-2.0
#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"
#include "model/reference/mapping/linear_row_hash.h"
#include "model/reference/random.h"

/// \file
/// Mappings to bank k ^ hash(j), whose random keys are smaller than a number for every row.
/// Carter, Wegman, "Universal classes of hash functions", JCSS 1979.

namespace superwarp::model {
namespace {

/// Entry i of the key is column i of the matrix M, the contribution of bit i of the row to M*j.
std::uint64_t h3_columns(std::uint64_t rows) { return ceil_log2(rows); }

std::vector<std::uint32_t> draw_h3(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks) {
  return random_entries(seed, 0x6833, h3_columns(rows), banks);  // "h3"
}

std::unique_ptr<Mapping> make_h3(const Machine& machine) {
  check_key(machine, h3_columns(machine.rows));
  const LinearRowHash hash([&](std::uint32_t row) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < machine.key.size() && i < 32; ++i) {
      if (((row >> i) & 1U) != 0) sum ^= machine.key[i];
    }
    return sum;
  });
  return address_mapping([mask = machine.bank_count() - 1,
                          row_bits = floor_log2(machine.bank_count()),
                          hash](Address a) { return (a & mask) ^ hash(a >> row_bits); });
}

/// Entries 0 .. 63 of the key are the table for the low six bits of the row; the others are the
/// table for the higher bits.
constexpr std::uint32_t kLowBits = 6;
constexpr std::uint32_t kLowEntries = 1U << kLowBits;

std::uint64_t tabulation_entries(std::uint64_t rows) {
  return kLowEntries + (rows + kLowEntries - 1) / kLowEntries;
}

std::vector<std::uint32_t> draw_tabulation(std::uint64_t seed, std::uint64_t rows,
                                           std::uint32_t banks) {
  return random_entries(seed, 0x746162, tabulation_entries(rows), banks);  // "tab"
}

std::unique_ptr<Mapping> make_tabulation(const Machine& machine) {
  check_key(machine, tabulation_entries(machine.rows));
  return address_mapping([mask = machine.bank_count() - 1,
                          row_bits = floor_log2(machine.bank_count()),
                          table = machine.key](Address a) {
    const std::uint32_t row = a >> row_bits;
    return (a & mask) ^ table[row % kLowEntries] ^ table[kLowEntries + row / kLowEntries];
  });
}

}  // namespace

MappingFamily hash_mappings() {
  return {
      {{"h3", "bank k ^ M*j over GF(2), a random matrix M", kPowerOfTwo, KeyKind::kTables},
       make_h3,
       draw_h3},
      {{"tabulation", "bank k ^ T1[j mod 64] ^ T2[j div 64], random tables", kPowerOfTwo,
        KeyKind::kTables},
       make_tabulation,
       draw_tabulation},
  };
}

}  // namespace superwarp::model
