// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

namespace superwarp::test {

/// `text` with one to four random edits, which insert some of `bytes` or parts of both texts.
inline std::string mutated(std::string text, const std::string& other, const std::string& bytes,
                           std::mt19937_64& random) {
  for (std::uint64_t edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
    const std::size_t place = random() % text.size();
    const std::size_t length = std::min<std::size_t>(1 + random() % 40, text.size() - place);
    switch (random() % 6) {
      case 0:
        text[place] = bytes[random() % bytes.size()];
        break;
      case 1:
        text.insert(place, 1, bytes[random() % bytes.size()]);
        break;
      case 2:
        text.erase(place, length);
        break;
      case 3:
        text.insert(random() % text.size(), text.substr(place, length));
        break;
      case 4:
        text.insert(place, other.substr(random() % other.size(), length));
        break;
      default:
        if (random() % 4 == 0) text.resize(place);
        break;
    }
  }
  return text;
}

}  // namespace superwarp::test
