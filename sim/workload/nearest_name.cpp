#include "sim/workload/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace superwarp::workload {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() +
                               1);  // distances of a's prefix so far to every prefix of b
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char letter : a) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (letter == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

namespace {

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& names) {
  const std::string given = in_small_letters(name);
  const auto distance = [&given](const std::string& known) {
    const std::string small = in_small_letters(known);
    const bool unfinished = !given.empty() && small.compare(0, given.size(), given) == 0;
    return std::make_pair(!unfinished, edit_distance(given, small));
  };
  const auto nearest = std::min_element(
      names.begin(), names.end(),
      [&](const std::string& x, const std::string& y) { return distance(x) < distance(y); });
  return nearest == names.end() ? "" : *nearest;
}

}  // namespace superwarp::workload
