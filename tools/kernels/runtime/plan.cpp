// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/plan.h"

#include <algorithm>
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

std::uint64_t number_of(const char* name, std::uint64_t usual) {
  const std::string text = text_of(name);
  return text.empty() ? usual : std::stoull(text);
}

Range range_of(const char* name) {
  const std::string text = text_of(name);
  if (text.empty()) return {};
  const std::size_t dots = text.find("..");
  const std::uint64_t first = std::stoull(text.substr(0, dots));
  return {first, dots == std::string::npos ? first : std::stoull(text.substr(dots + 2))};
}

Settings read() {
  Settings all;
  all.folder = text_of("FOLDER");
  all.arrays = text_of("ARRAYS");
  all.kernels = list_of("KERNELS", ',');
  all.lock_step = list_of("LOCK_STEP", '\n');
  all.launches = range_of("LAUNCHES");
  all.blocks = range_of("BLOCKS");
  all.repeats = number_of("REPEATS", all.repeats);
  all.bytes = number_of("BYTES", all.bytes);
  all.seconds = number_of("SECONDS", all.seconds);
  all.block_kib = number_of("BLOCK_KIB", all.block_kib);
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
      std::fputs("superwarp record: malformed SUPERWARP_RECORD_ variable, expected a number\n", stderr);
      std::_Exit(2);
    }
  }();
  return all;
}

void Plan::begin_launch(const std::string& name, const std::string& shape) {
  const Settings& all = settings();
  const auto [place, is_new] = kernels_.try_emplace(name);
  kernel_ = &place->second;
  const auto names = [&](const std::string& part) { return name.find(part) != std::string::npos; };
  if (is_new) kernel_->lock_step = std::find(all.lock_step.begin(), all.lock_step.end(), name) != all.lock_step.end();
  launch_ = Skipped::kNo;
  ++number_;
  if (!all.launches.has(number_) ||
      (!all.kernels.empty() && std::none_of(all.kernels.begin(), all.kernels.end(), names))) {
    launch_ = Skipped::kNotSelected;
  } else if (++kernel_->launches[shape] > all.repeats && all.repeats > 0) {
    launch_ = Skipped::kRepeated;
  }
}

Skipped Plan::skips(std::uint64_t block, std::uint64_t bytes) const {
  if (launch_ != Skipped::kNo) return launch_;
  if (!settings().blocks.has(block)) return Skipped::kNotSelected;
  return bytes >= settings().bytes ? Skipped::kFull : Skipped::kNo;
}

void Plan::set_pace(Block& block) const {
  block.scout = !kernel_->scouted && !kernel_->lock_step;
  if (block.scout || kernel_->lock_step) {
    block.pace = Pace::kLockStep;
  } else {
    block.pace = block.watched ? Pace::kAhead : Pace::kFree;
  }
}

}  // namespace superwarp::record
