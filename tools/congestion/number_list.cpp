// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/number_list.h"

#include <sstream>
#include <stdexcept>

namespace superwarp::congestion {

std::vector<std::uint64_t> number_list(const std::string& option, const std::string& text) {
  constexpr std::size_t kMostNumbers = 100000;
  constexpr std::size_t kMostDigits = 12;
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(option + " '" + text.substr(0, 60) + "': expected " + what);
  };
  const auto number = [&](const std::string& digits) -> std::uint64_t {
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
      refuse("numbers like 16,32,64 or 1..10");
    if (digits.size() > kMostDigits) refuse("numbers below 10^" + std::to_string(kMostDigits));
    return std::stoull(digits);
  };
  std::vector<std::uint64_t> numbers;
  std::istringstream parts(text + ",");
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dots = part.find("..");
    const std::uint64_t first = number(part.substr(0, dots));
    const std::uint64_t last = dots == std::string::npos ? first : number(part.substr(dots + 2));
    if (last < first) refuse("the smaller number first, as in 1..10");
    if (last - first >= kMostNumbers - numbers.size()) refuse("at most " + std::to_string(kMostNumbers) + " numbers");
    for (std::uint64_t n = first; n <= last; ++n) numbers.push_back(n);
  }
  return numbers;
}

}  // namespace superwarp::congestion
