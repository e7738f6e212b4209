// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/lines/comparison.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace superwarp::lines {
namespace {

constexpr double kRounding = 1e-9;

using Key = std::tuple<std::string, std::string, std::string>;

Key key_of(const LineCost& line) { return {line.kernel, line.file, line.text}; }

std::vector<LineCost> by_line(std::vector<LineCost> lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const LineCost& one, const LineCost& other) {
    return one.line < other.line;
  });
  return lines;
}

Verdict verdict_of(const LineChange& change, const Gate& gate) {
  const double now = change.now.over_ideal();
  if (gate.limit && now > *gate.limit + kRounding) return Verdict::kOverLimit;
  if (change.before && now > change.before->over_ideal() * (1 + gate.tolerance) + kRounding)
    return Verdict::kWorse;
  return Verdict::kGood;
}

}  // namespace

std::size_t Comparison::failing() const {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(),
                    [](const LineChange& line) { return line.verdict != Verdict::kGood; }));
}

Comparison compare(const std::vector<LineCost>& now, const std::vector<LineCost>& baseline,
                   const Gate& gate) {
  std::map<Key, std::vector<LineCost>> known;  // the first of each is the last in the list
  for (const LineCost& line : by_line(baseline)) known[key_of(line)].push_back(line);
  for (auto& [key, lines] : known) std::reverse(lines.begin(), lines.end());
  Comparison result;
  for (const LineCost& line : by_line(now)) {
    LineChange change{line, std::nullopt, Verdict::kGood};
    std::vector<LineCost>& before = known[key_of(line)];
    if (!before.empty()) {
      change.before = before.back();
      before.pop_back();
    }
    change.verdict = verdict_of(change, gate);
    result.lines.push_back(change);
  }
  for (const auto& [key, lines] : known)
    result.gone.insert(result.gone.end(), lines.rbegin(), lines.rend());
  std::stable_sort(result.lines.begin(), result.lines.end(),
                   [](const LineChange& one, const LineChange& other) {
                     const bool fails = one.verdict != Verdict::kGood;
                     if (fails != (other.verdict != Verdict::kGood)) return fails;
                     return one.now.over_ideal() > other.now.over_ideal();
                   });
  return result;
}

}  // namespace superwarp::lines
