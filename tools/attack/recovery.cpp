// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tools/attack/campaign.h"
#include "tools/attack/correlation.h"

namespace superwarp::attack {
namespace {

constexpr std::uint32_t kGuesses = 256;

using ByGuess = std::array<double, kGuesses>;

/// The correlations of all guesses of byte `byte`, for each number of launches.
std::vector<ByGuess> correlations(const Samples& samples, const std::vector<Prediction>& of_thread_block,
                                  std::uint32_t group, std::uint32_t byte, const std::vector<std::uint32_t>& after) {
  const std::uint32_t lanes = group * kWidth;
  const auto texts = static_cast<std::uint32_t>(samples.texts / of_thread_block.size());
  std::vector<std::uint8_t> cipher(lanes);
  std::vector<std::uint8_t> before(lanes);  // what the inverse S-box takes, of this guess
  Correlations<kGuesses> correlation;
  std::vector<ByGuess> found;
  for (std::uint32_t launch = 0; launch < after.back(); ++launch) {
    ByGuess predicted{};
    for (std::uint32_t first = 0; first < samples.texts; first += lanes) {
      const aes::Block* const text = &samples.cipher[std::size_t{launch} * samples.texts + first];
      for (std::uint32_t lane = 0; lane < lanes; ++lane) cipher[lane] = aes::byte_of(text[lane][byte / 4], byte % 4);
      const std::uint32_t distinct = leave_distinct(cipher.data(), lanes);
      const Prediction& prediction = of_thread_block[first / texts];
      for (std::uint32_t guess = 0; guess < kGuesses; ++guess) {
        for (std::uint32_t i = 0; i < lanes; ++i) before[i] = static_cast<std::uint8_t>(cipher[i] ^ guess);
        predicted[guess] += prediction(before.data(), distinct);
      }
    }
    correlation.add(predicted, samples.time[launch]);
    if (launch + 1 == after[found.size()]) found.push_back(correlation.values());
  }
  return found;
}

}  // namespace

std::uint32_t Standing::bytes_found() const {
  return static_cast<std::uint32_t>(std::count(rank.begin(), rank.end(), 0));
}

std::vector<Standing> recover(const Samples& samples, Knowledge knowledge, const std::vector<Banks>& banks,
                              std::uint32_t group, const std::vector<std::uint32_t>& after) {
  std::vector<Prediction> of_thread_block;
  for (const Banks& of_table : banks) of_thread_block.emplace_back(knowledge, of_table, aes::inverse_sbox());
  std::vector<Standing> standings(after.size());
  for (std::uint32_t byte = 0; byte < aes::kBytes; ++byte) {
    const std::uint8_t right = aes::byte_of(samples.last_round_key[byte / 4], byte % 4);
    const auto found = correlations(samples, of_thread_block, group, byte, after);
    for (std::size_t i = 0; i < after.size(); ++i) {
      Standing& standing = standings[i];
      const auto best = std::max_element(found[i].begin(), found[i].end());
      standing.launches = after[i];
      standing.guess[byte] = static_cast<std::uint8_t>(best - found[i].begin());
      const auto as_good =
          std::count_if(found[i].begin(), found[i].end(), [&](double c) { return c >= found[i][right]; });
      standing.rank[byte] = static_cast<std::uint16_t>(as_good - 1);
      standing.correlation += found[i][right] / aes::kBytes;
    }
  }
  return standings;
}

}  // namespace superwarp::attack
