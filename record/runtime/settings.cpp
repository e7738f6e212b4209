// SPDX-License-Identifier: Apache-2.0
#include "record/runtime/settings.h"

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
  std::istringstream kernels(text_of("KERNELS"));
  for (std::string name; std::getline(kernels, name, ',');) all.kernels.push_back(name);
  all.launches = range_of("LAUNCHES");
  all.blocks = range_of("BLOCKS");
  if (const std::string bytes = text_of("BYTES"); !bytes.empty()) all.bytes = std::stoull(bytes);
  if (const std::string seconds = text_of("SECONDS"); !seconds.empty())
    all.seconds = static_cast<std::uint32_t>(std::stoul(seconds));
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
