// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/plan.h"

#include <algorithm>

#include "tools/kernels/runtime/settings.h"

namespace superwarp::record {

void Plan::begin_launch(const std::string& name, const std::string& shape) {
  const Settings& all = settings();
  const auto [place, is_new] = kernels_.try_emplace(name);
  kernel_ = &place->second;
  const auto names = [&](const std::string& part) { return name.find(part) != std::string::npos; };
  if (is_new)
    kernel_->lock_step =
        std::find(all.lock_step.begin(), all.lock_step.end(), name) != all.lock_step.end();
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
