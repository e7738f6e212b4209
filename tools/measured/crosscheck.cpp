// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "sim/gpu/rate.h"

namespace superwarp::crosscheck {
namespace {

/// What a profiler counts.
double counter_of(const Pattern& pattern, const PatternSlots& slots) {
  constexpr double kSlotBytes = 128;
  const auto all = static_cast<double>(slots.slots);
  if (pattern.unit == "wavefronts") return all;
  if (pattern.unit == "percent") return 100 * static_cast<double>(slots.bytes) / (all * kSlotBytes);
  if (pattern.unit == "any conflict") return slots.excess > 0 ? 1 : 0;
  return static_cast<double>(slots.excess);
}

/// Cycles of one chain beyond slots and latency: phases of a read after the first, and the time
/// that a write takes its sub-core.
double chained_cycles(const PatternSlots& slots, std::uint32_t warps, const gpu::Description& rules) {
  const auto reads = static_cast<double>(slots.waits);
  const auto writes = static_cast<double>(slots.rounds - slots.waits);
  return rules.read_phase_cycles * (static_cast<double>(slots.read_phases) / warps - reads) +
         rules.write_cycles_sub_core * writes +
         rules.write_word_cycles_sub_core * static_cast<double>(slots.written_words) / warps;
}

FitPoint point_of(const Pattern& pattern, const PatternSlots& slots, const gpu::Description& rules) {
  FitPoint point;
  point.measured = pattern.cost();
  const bool shared = pattern.memory == GpuMemory::kShared;
  const std::uint32_t sub_cores = active_sub_cores(pattern, rules);
  if (pattern.quantity == Quantity::kTime) {
    const double share = shared ? rules.slot_share(pattern.warps, sub_cores) : 1;
    point.slots = share * static_cast<double>(slots.slots - slots.waits);
    point.waits = static_cast<double>(slots.waits);
    if (shared && !is_program(pattern))
      point.slots += chained_cycles(slots, pattern.warps, rules) / rules.slot_cycles_sm;
  } else if (shared) {
    gpu::Stream stream;
    stream.slots = slots.per_access();
    stream.idle_slots = slots.per_access(slots.idle);
    stream.written_words = slots.per_access(slots.written_words);
    stream.warps = pattern.warps;
    stream.sub_cores = sub_cores;
    point.slots = gpu::cycles_per_access(rules, stream) / rules.slot_cycles_sm;
  } else {
    point.slots = slots.per_access();
  }
  return point;
}

bool belongs(const Pattern& pattern, const CheckGroup& group) {
  return pattern.memory == group.memory && is_program(pattern) == group.programs && pattern.cost_unit() == group.unit;
}

/// Nothing is fitted to slots and counters.
bool counts(const Pattern& pattern) {
  return pattern.quantity == Quantity::kSlots || pattern.quantity == Quantity::kCounter;
}

CheckGroup& group_of(const Pattern& pattern, std::vector<CheckGroup>& groups) {
  const auto at =
      std::find_if(groups.begin(), groups.end(), [&](const CheckGroup& group) { return belongs(pattern, group); });
  if (at != groups.end()) return *at;
  CheckGroup group;
  group.memory = pattern.memory;
  group.programs = is_program(pattern);
  group.unit = pattern.cost_unit();
  group.counted = counts(pattern);
  return groups.emplace_back(group);
}

/// Errors of `checks`, all of which have a prediction.
Errors errors_of(const std::vector<const PatternCheck*>& checks) {
  Errors errors;
  std::vector<double> measured;
  std::vector<double> predicted;
  for (const PatternCheck* check : checks) {
    const double error = *check->error();
    measured.push_back(check->point.measured);
    predicted.push_back(*check->predicted);
    errors.mean += std::abs(error);
    if (errors.patterns == 0 || std::abs(error) > std::abs(errors.worst)) {
      errors.worst = error;
      errors.worst_pattern = check->pattern;
    }
    ++errors.patterns;
  }
  errors.mean /= static_cast<double>(errors.patterns);
  errors.r2 = r_squared(measured, predicted);
  return errors;
}

/// Sets the group's errors of the patterns with this role, in total and by kind.
void set_errors(const Measurement& m, const std::vector<PatternCheck>& checks, PatternRole role, CheckGroup& group) {
  std::vector<const PatternCheck*> all;
  std::vector<std::pair<std::string, std::vector<const PatternCheck*>>> kinds;
  for (const PatternCheck& check : checks) {
    const Pattern& pattern = m.patterns[check.pattern];
    if (check.role != role || !check.predicted || !belongs(pattern, group)) continue;
    all.push_back(&check);
    const std::string kind = kind_of(pattern);
    auto at = std::find_if(kinds.begin(), kinds.end(), [&](const auto& known) { return known.first == kind; });
    if (at == kinds.end()) at = kinds.insert(at, {kind, {}});
    at->second.push_back(&check);
  }
  if (!all.empty()) group.held_out = errors_of(all);
  for (const auto& [kind, of_kind] : kinds) group.by_kind.emplace_back(kind, errors_of(of_kind));
}

/// Fits on every other described pattern of each kind in the group and predicts all.
void fit_group(const Measurement& m, std::vector<PatternCheck>& checks, CheckGroup& group) {
  std::vector<FitPoint> points;
  std::map<std::string, bool> fits_next;  // by kind
  for (PatternCheck& check : checks) {
    const Pattern& pattern = m.patterns[check.pattern];
    if (!check.slots || !belongs(pattern, group)) continue;
    if (!pattern.bound.empty()) {
      check.role = PatternRole::kBound;
      continue;
    }
    bool& fits = fits_next.try_emplace(kind_of(pattern), true).first->second;
    check.role = fits ? PatternRole::kFitted : PatternRole::kHeldOut;
    if (fits) points.push_back(check.point);
    fits = !fits;
  }
  group.constants = fit(points);
  for (PatternCheck& check : checks) {
    if (!check.slots || !belongs(m.patterns[check.pattern], group)) continue;
    if (group.constants) check.predicted = group.constants->predict(check.point.slots, check.point.waits);
    if (!check.predicted && check.role != PatternRole::kBound) check.role = PatternRole::kNotFitted;
    if (check.role == PatternRole::kFitted) ++group.fitted;
  }
  set_errors(m, checks, PatternRole::kHeldOut, group);
}

PatternCheck count(const Measurement& m, std::size_t i, const gpu::Description& rules, const AskRtl& ask_rtl) {
  const Pattern& pattern = m.patterns[i];
  PatternCheck check;
  check.pattern = i;
  check.point.measured = pattern.cost();
  if (const auto why = not_described(pattern, rules)) {
    check.why = *why;
    return check;
  }
  try {
    check.slots = count_slots(pattern, rules, ask_rtl);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: pattern {}: {}", m.file, pattern.id, error.what()));
  }
  check.point = point_of(pattern, *check.slots, rules);
  if (pattern.quantity == Quantity::kSlots) {
    check.role = PatternRole::kCounted;
    check.predicted = check.slots->per_access();
  } else if (pattern.quantity == Quantity::kCounter) {
    check.role = PatternRole::kCounted;
    check.predicted = counter_of(pattern, *check.slots);
  }
  if (!pattern.bound.empty()) check.role = PatternRole::kBound;
  return check;
}

}  // namespace

bool is_program(const Pattern& pattern) { return pattern.access.kind == AccessKind::kWorkload; }

std::string operation_of(const Pattern& pattern) {
  if (is_program(pattern)) return "program";
  if (pattern.access.kind != AccessKind::kLanes) return name_of(pattern.op);
  const gpu::Operation first = pattern.access.lanes.front().access.operation;
  const bool one = std::all_of(pattern.access.lanes.begin(), pattern.access.lanes.end(),
                               [&](const CountedAccess& lanes) { return lanes.access.operation == first; });
  return one ? gpu::name_of(first) : "mixed";
}

std::string kind_of(const Pattern& pattern) {
  if (is_program(pattern)) return "program";
  if (pattern.access.kind == AccessKind::kLanes) {
    return fmt::format("{} of {} bits, {}", operation_of(pattern), pattern.bits, name_of(pattern.quantity));
  }
  return name_of(pattern.op) + ", " + name_of(pattern.quantity);
}

std::string name_of(PatternRole role) {
  constexpr std::array kNames = {"fitted", "held-out", "counted", "bound", "not-described", "not-fitted"};
  return kNames[static_cast<std::size_t>(role)];
}

std::optional<double> PatternCheck::error() const {
  if (!predicted) return std::nullopt;
  if (point.measured == 0) return *predicted == 0 ? 0 : 1;
  return (*predicted - point.measured) / point.measured;
}

Crosscheck crosscheck(const Measurement& measurement, const gpu::Description& rules, const AskRtl& ask_rtl) {
  Crosscheck result;
  for (std::size_t i = 0; i < measurement.patterns.size(); ++i) {
    result.patterns.push_back(count(measurement, i, rules, ask_rtl));
    const PatternCheck& check = result.patterns.back();
    CheckGroup& group = group_of(measurement.patterns[i], result.groups);
    if (!check.slots) ++group.not_described;
    if (check.slots && !check.slots->disagreement.empty() && result.disagreement.empty()) {
      result.disagreement = fmt::format("pattern {}: {}", measurement.patterns[i].id, check.slots->disagreement);
    }
  }
  for (CheckGroup& group : result.groups) {
    if (group.counted) {
      set_errors(measurement, result.patterns, PatternRole::kCounted, group);
    } else {
      fit_group(measurement, result.patterns, group);
    }
  }
  result.findings = findings_of(measurement, rules, result);
  return result;
}

}  // namespace superwarp::crosscheck
