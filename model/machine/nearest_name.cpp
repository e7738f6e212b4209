// SPDX-License-Identifier: Apache-2.0
#include "model/machine/nearest_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace superwarp {
namespace {

struct Slips {
  std::size_t whole = 0;      ///< from the typed text to the name
  std::size_t beginning = 0;  ///< from the typed text to the nearest beginning of the name
};

/// Counts insertions, deletions, substitutions and swaps of neighbours.
Slips slips(std::string_view typed, std::string_view known) {
  // Row i: slips from the first i typed characters to each beginning of the name. Swaps look two
  // rows back.
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(known.size() + 1);
  std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= typed.size(); ++i) {
    const auto& above = rows[(i - 1) % 3];
    auto& row = rows[i % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= known.size(); ++j) {
      const std::size_t other = typed[i - 1] == known[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + other});
      if (i > 1 && j > 1 && typed[i - 1] == known[j - 2] && typed[i - 2] == known[j - 1])
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
    }
  }
  const auto& last = rows[typed.size() % 3];
  return {last.back(), *std::min_element(last.begin(), last.end())};
}

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// Smaller is likelier: first slips, with whole names before beginnings before words inside; then
/// the part of the name that was not typed.
using Unlikeliness = std::pair<std::size_t, std::size_t>;

std::optional<Unlikeliness> unlikeliness(const std::string& typed, const std::string& known) {
  if (typed.empty()) return std::nullopt;
  const Slips all = slips(typed, known);
  const std::size_t in_whole = std::max<std::size_t>(1, (typed.size() + 1) / 3);
  const std::size_t in_beginning = typed.size() / 4;
  const std::size_t in_word = typed.size() / 6;
  std::optional<Unlikeliness> best;
  const auto consider = [&](std::size_t slip, std::size_t most, std::size_t penalty) {
    if (slip > most || slip >= typed.size()) return;
    const Unlikeliness found = {2 * slip + penalty, all.whole};
    if (!best || found < *best) best = found;
  };
  consider(all.whole, in_whole, 0);
  if (typed.size() > 1) consider(all.beginning, in_beginning, 1);
  if (typed.size() < 3) return best;
  constexpr const char* kBeforeWords = "-.";
  for (std::size_t at = known.find_first_of(kBeforeWords); at < known.size();
       at = known.find_first_of(kBeforeWords, at + 1)) {
    consider(slips(typed, std::string_view(known).substr(at + 1)).beginning, in_word, 2);
  }
  return best;
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& names) {
  const std::string typed = in_small_letters(name);
  std::string nearest;
  std::optional<Unlikeliness> least;
  for (const std::string& known : names) {
    const std::optional<Unlikeliness> found = unlikeliness(typed, in_small_letters(known));
    if (!found || (least && !(*found < *least))) continue;
    least = found;
    nearest = known;
  }
  return nearest;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(name, names);
  return nearest.empty() ? "." : ", did you mean '" + nearest + "'?";
}

std::string joined(const std::vector<std::string>& names, const std::string& between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

}  // namespace superwarp
