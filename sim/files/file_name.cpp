// SPDX-License-Identifier: Apache-2.0
#include "sim/files/file_name.h"

#include <fmt/format.h>

namespace superwarp::files {

std::string without_controls(std::string_view text, bool lines) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009f in UTF-8
      result += fmt::format("\\x{:02x}", next);
      ++i;
    } else if ((byte < 0x20 && !(lines && byte == '\n')) || byte == 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += text[i];
    }
  }
  return result;
}

bool has_control(std::string_view name) { return without_controls(name) != name; }

}  // namespace superwarp::files
