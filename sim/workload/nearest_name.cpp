#include "sim/workload/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace superwarp {

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

std::string nearest_name(const std::string& name, const std::vector<std::string>& names) {
  const auto nearest =
      std::min_element(names.begin(), names.end(), [&](const std::string& x, const std::string& y) {
        return edit_distance(name, x) < edit_distance(name, y);
      });
  return nearest == names.end() ? "" : *nearest;
}

}  // namespace superwarp
