// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/settings.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace superwarp::record {
namespace {

std::string text_of(const char* name) {
  const char* const value = std::getenv((std::string("SUPERWARP_RECORD_") + name).c_str());
  return value == nullptr ? "" : value;
}

std::vector<std::string> list_of(const char* name, char separator) {
  std::istringstream text(text_of(name));
  std::vector<std::string> all;
  for (std::string one; std::getline(text, one, separator);) all.push_back(one);
  return all;
}

Range range_of(const char* name) {
  const std::string text = text_of(name);
  Range range;
  if (text.empty()) return range;
  const std::size_t dots = text.find("..");
  range.first = std::stoull(text.substr(0, dots));
  range.last = dots == std::string::npos ? range.first : std::stoull(text.substr(dots + 2));
  return range;
}

Settings read() {
  Settings all;
  all.folder = text_of("FOLDER");
  all.arrays = text_of("ARRAYS");
  all.kernels = list_of("KERNELS", ',');
  all.lock_step = list_of("LOCK_STEP", '\n');
  all.launches = range_of("LAUNCHES");
  all.blocks = range_of("BLOCKS");
  if (const std::string repeats = text_of("REPEATS"); !repeats.empty())
    all.repeats = std::stoull(repeats);
  if (const std::string bytes = text_of("BYTES"); !bytes.empty()) all.bytes = std::stoull(bytes);
  if (const std::string seconds = text_of("SECONDS"); !seconds.empty())
    all.seconds = static_cast<std::uint32_t>(std::stoul(seconds));
  if (const std::string kib = text_of("BLOCK_KIB"); !kib.empty())
    all.block_bytes = std::stoull(kib) * 1024;
  all.record = !all.folder.empty() && text_of("RECORD") != "0";
  all.progress = text_of("PROGRESS") == "1";
  all.global = text_of("GLOBAL") != "0";
  return all;
}

}  // namespace

const Settings& settings() {
  static const Settings all = [] {
    try {
      return read();
    } catch (const std::logic_error&) {
      std::fputs("superwarp record: malformed SUPERWARP_RECORD_ variable, expected a number\n",
                 stderr);
      std::_Exit(2);
    }
  }();
  return all;
}

}  // namespace superwarp::record
