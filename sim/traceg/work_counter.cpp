// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/work_counter.h"

#include <algorithm>
#include <utility>

namespace superwarp::traceg {
namespace {

/// Always reads zero or true, so nothing waits for it.
bool is_constant(std::string_view name) { return name == "R255" || name == "RZ" || name == "PT"; }

}  // namespace

/// Ends the current run: what follows is issued in `now`.
void WorkCounter::Runs::end(std::uint64_t now) {
  if (instructions == 0) return;
  const auto length = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, now - began));
  const Segment run{1, instructions, length > instructions ? length : 1};
  instructions = 0;
  const bool repeats =
      !done.empty() && done.back().instructions == run.instructions && done.back().length == run.length;
  if (repeats) {
    ++done.back().times;
  } else {
    done.push_back(run);
  }
}

std::vector<Segment> WorkCounter::Runs::take(std::uint64_t now) {
  end(now);
  return std::exchange(done, {});
}

void WorkCounter::issue(const InstructionLine& line, std::uint32_t latency, bool dependent) {
  std::uint64_t now = now_;
  for (const auto* names : {&line.sources, &line.destinations}) {
    for (const std::string_view name : *names) {
      dependent = dependent || loaded_.find(name) != loaded_.end();
      const auto known = ready_.find(name);
      if (known != ready_.end()) now = std::max(now, known->second);
    }
  }
  if (dependent && independent_) {
    behind_.end(now);
    independent_ = false;
  }
  Runs& runs = independent_ ? behind_ : before_;
  if (now > now_) runs.end(now);
  if (runs.instructions == 0) runs.began = now;
  ++runs.instructions;
  now_ = now + 1;
  for (const std::string_view name : line.destinations) {
    if (!is_constant(name)) ready_.insert_or_assign(std::string(name), now + latency);
  }
}

std::vector<Segment> WorkCounter::access(const InstructionLine& line, std::vector<Segment>* behind) {
  issue(line, 1, true);
  *behind = behind_.take(now_);
  std::vector<Segment> before = before_.take(now_);
  loaded_.clear();
  for (const std::string_view name : line.destinations) {
    if (!is_constant(name)) loaded_.emplace(name);
  }
  independent_ = true;
  return before;
}

std::vector<Segment> WorkCounter::part_ends(std::vector<Segment>* behind) {
  *behind = behind_.take(now_);
  independent_ = false;
  loaded_.clear();
  return before_.take(now_);
}

}  // namespace superwarp::traceg
