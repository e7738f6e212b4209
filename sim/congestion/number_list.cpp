#include "sim/congestion/number_list.h"

#include <sstream>
#include <stdexcept>

namespace superwarp::congestion {
namespace {

constexpr std::size_t kMostNumbers = 100000;

class ListReader {
 public:
  ListReader(const std::string& option, const std::string& text) : option_(option), text_(text) {}

  std::vector<std::uint64_t> read() const {
    std::vector<std::uint64_t> numbers;
    std::istringstream parts(text_ + ",");
    for (std::string part; std::getline(parts, part, ',');) {
      const std::size_t dots = part.find("..");
      const std::uint64_t first = number(part.substr(0, dots));
      const std::uint64_t last = dots == std::string::npos ? first : number(part.substr(dots + 2));
      if (last < first || last - first >= kMostNumbers - numbers.size()) refuse();
      for (std::uint64_t n = first; n <= last; ++n) numbers.push_back(n);
    }
    return numbers;
  }

 private:
  [[noreturn]] void refuse() const {
    throw std::invalid_argument(option_ + " '" + text_.substr(0, 60) +
                                "': expected numbers like 16,32,64 or 1..10");
  }

  std::uint64_t number(const std::string& digits) const {
    if (digits.empty() || digits.size() > 12 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      refuse();
    }
    return std::stoull(digits);
  }

  const std::string& option_;
  const std::string& text_;
};

}  // namespace

std::vector<std::uint64_t> number_list(const std::string& option, const std::string& text) {
  return ListReader(option, text).read();
}

}  // namespace superwarp::congestion
