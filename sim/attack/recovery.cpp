// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/recovery.h"

#include <algorithm>

#include "sim/attack/correlation.h"

namespace superwarp::attack {
namespace {

constexpr std::uint32_t kGuesses = 256;

using Correlations = std::array<double, kGuesses>;  // by guess

/// The correlations of all guesses of byte `byte`, for each number of launches.
std::vector<Correlations> correlations(const Samples& samples, const Prediction& prediction,
                                       std::uint32_t group, std::uint32_t byte,
                                       const std::vector<std::uint32_t>& after) {
  std::vector<std::uint8_t> cipher;
  for (const aes::Block& block : samples.cipher)
    cipher.push_back(aes::byte_of(block[byte / 4], byte % 4));
  const std::array<std::uint8_t, aes::kTable>& inverse = aes::inverse_sbox();
  const std::uint32_t lanes = group * kWidth;
  std::vector<std::uint8_t> entries(lanes);
  std::vector<Correlations> found(after.size());
  for (std::uint32_t guess = 0; guess < kGuesses; ++guess) {
    Correlation correlation;
    std::uint32_t launch = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      for (; launch < after[i]; ++launch) {
        double predicted = 0;
        const std::uint8_t* const of_launch = &cipher[std::size_t{launch} * samples.blocks];
        for (std::uint32_t first = 0; first < samples.blocks; first += lanes) {
          for (std::uint32_t lane = 0; lane < lanes; ++lane)
            entries[lane] = inverse[of_launch[first + lane] ^ guess];
          predicted += prediction(entries.data(), lanes);
        }
        correlation.add(predicted, samples.time[launch]);
      }
      found[i][guess] = correlation.value();
    }
  }
  return found;
}

}  // namespace

std::uint32_t Standing::bytes_found() const {
  return static_cast<std::uint32_t>(std::count(rank.begin(), rank.end(), 0));
}

std::vector<Standing> recover(const Samples& samples, const Prediction& prediction,
                              std::uint32_t group, const std::vector<std::uint32_t>& after) {
  std::vector<Standing> standings(after.size());
  for (std::uint32_t byte = 0; byte < aes::kBytes; ++byte) {
    const std::uint8_t right = aes::byte_of(samples.last_round_key[byte / 4], byte % 4);
    const auto found = correlations(samples, prediction, group, byte, after);
    for (std::size_t i = 0; i < after.size(); ++i) {
      Standing& standing = standings[i];
      const auto best = std::max_element(found[i].begin(), found[i].end());
      standing.launches = after[i];
      standing.guess[byte] = static_cast<std::uint8_t>(best - found[i].begin());
      const auto as_good = std::count_if(found[i].begin(), found[i].end(),
                                         [&](double c) { return c >= found[i][right]; });
      standing.rank[byte] = static_cast<std::uint16_t>(as_good - 1);
      standing.correlation += found[i][right] / aes::kBytes;
    }
  }
  return standings;
}

}  // namespace superwarp::attack
