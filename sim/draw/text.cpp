// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/text.h"

#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <sstream>

namespace superwarp::draw {

namespace {

// The bytes of the printable UTF-8 character at the start of `text`; 0 if there is none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || size > text.size()) return 0;
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool overlong = code < (size == 2 ? 0xa0U : size == 3 ? 0x800U : 0x10000U);  // or a C1 control
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool none = (code & 0xfffeU) == 0xfffe || code > 0x10ffff;
  return overlong || surrogate || none ? 0 : size;
}

}  // namespace

std::string clean(std::string_view text, bool unicode) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = character(text);
    if (size == 0 || (size > 1 && !unicode)) {
      result += '?';
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result;
}

std::string escaped(std::string text) {
  boost::algorithm::replace_all(text, "&", "&amp;");
  boost::algorithm::replace_all(text, "<", "&lt;");
  boost::algorithm::replace_all(text, ">", "&gt;");
  boost::algorithm::replace_all(text, "\"", "&quot;");
  return text;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream words(text);
  std::string result;
  std::string line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + std::string(indent, ' ') + line + "\n";
}

std::string percent(double share) {
  const double tenths = std::round(1000 * share);
  return tenths == 0 ? "0.0 %" : fmt::format("{:+.1f} %", tenths / 10);
}

}  // namespace superwarp::draw
