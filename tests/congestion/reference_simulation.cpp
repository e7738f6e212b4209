// SPDX-License-Identifier: Apache-2.0
#include "tests/congestion/reference_simulation.h"

namespace superwarp::congestion {

unsigned congestion_of(const std::vector<std::uint64_t>& addresses, unsigned width) {
  const std::set<std::uint64_t> distinct(addresses.begin(), addresses.end());
  std::vector<unsigned> of_bank(width, 0);
  for (const std::uint64_t address : distinct) ++of_bank[address % width];
  return *std::max_element(of_bank.begin(), of_bank.end());
}

std::vector<double> enumerate_rounds(const CongestionCell& cell) {
  std::vector<double> counts(cell.requests() + 1, 0);
  std::vector<std::uint64_t> addresses(cell.requests(), 0);
  for (;;) {
    counts[congestion_of(addresses, cell.width)] += 1;
    std::size_t digit = 0;  // the addresses as the digits of a number to base n: add one
    while (digit < addresses.size() && ++addresses[digit] == cell.size) addresses[digit++] = 0;
    if (digit == addresses.size()) return counts;
  }
}

std::vector<std::uint64_t> simulate_plainly(const CongestionCell& cell, std::uint64_t rounds,
                                            std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::uniform_int_distribution<std::uint64_t> uniform(0, cell.size - 1);
  std::vector<std::uint64_t> counts(cell.requests() + 1, 0);
  std::vector<std::uint64_t> addresses(cell.requests());
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint64_t& address : addresses) address = uniform(generator);
    ++counts[congestion_of(addresses, cell.width)];
  }
  return counts;
}

}  // namespace superwarp::congestion
