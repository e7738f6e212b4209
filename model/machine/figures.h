// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/issue.h"

namespace superwarp {

/// Time units in which the memories of a hierarchical machine were busy, with an access of some
/// bank (docs/spec/hierarchy.md, "Which memory a time unit belongs to").
struct BusyTimes {
  std::vector<std::uint64_t> memory;  ///< of each memory; the last is the global one
  std::uint64_t shared_alone = 0;     ///< some shared memory was busy, the global one was not

  /// Adds the times of a run that followed.
  void append(const BusyTimes& next) {
    memory.resize(std::max(memory.size(), next.memory.size()));
    for (std::size_t i = 0; i < next.memory.size(); ++i) memory[i] += next.memory[i];
    shared_alone += next.shared_alone;
  }

  bool operator==(const BusyTimes& other) const { return memory == other.memory && shared_alone == other.shared_alone; }
};

/// The latencies of a run's dispatches, each from the first time unit of waiting to completion.
class Latencies {
 public:
  /// Adds a dispatch of `time_units`, at least 1.
  void add(std::uint64_t time_units) {
    if (time_units >= counts_.size()) counts_.resize(time_units + 1);
    ++counts_[time_units];
  }

  /// Adds another run's latencies.
  void append(const Latencies& other);

  /// The smallest number of time units in which at least `percent` percent of the dispatches were
  /// complete; 0 without dispatches.
  [[nodiscard]] std::uint64_t percentile(std::uint32_t percent) const;

  [[nodiscard]] std::uint64_t largest() const { return counts_.empty() ? 0 : counts_.size() - 1; }

 private:
  std::vector<std::uint64_t> counts_;  ///< by number of time units; the last is not 0
};

/// What a run counted. RTL and model count on their own; what an engine does not count is 0.
struct Figures {
  std::uint64_t dispatches = 0;  ///< with a request
  std::uint64_t requests = 0;    ///< active threads, before merging
  /// Time units in which requests entered the pipeline. If dispatches do not share slots this is C,
  /// the sum of their congestion.
  std::uint64_t slots = 0;
  std::uint64_t max_congestion = 0;  ///< slots of one dispatch
  std::uint64_t time_units = 0;      ///< until the last request is complete
  BusyTimes busy;                    ///< on a hierarchical machine

  // Of the model.
  std::uint64_t rounds = 0;  ///< T: with a request. A PRAM needs one time unit for each.
  /// The time of a BPRAM of the same width: it serves any w requests of a round in a time unit and
  /// has latency 1 (DMM/UMM paper, Section II).
  std::uint64_t bpram = 0;
  std::uint64_t super_warps = 0;  ///< the last with a request, plus 1
  Latencies latencies;            ///< of the dispatches
  WarpTimes warp_times;           ///< on a machine with an issue stage

  // Of the RTL.
  std::uint64_t cycles = 0;  ///< simulated clock cycles of the program itself
  double seconds = 0;        ///< wall-clock time of these cycles

  /// Adds a run that began when this one was complete.
  void append(const Figures& next);

  /// Slots per dispatch.
  [[nodiscard]] double mean_congestion() const;
  [[nodiscard]] double requests_per_time_unit() const;
};

/// Which engines count a figure, or follow from what they count.
enum class CountedBy : std::uint8_t { kAll, kModel };

/// A figure of a run, in the columns of a sweep, JSON and Python.
struct Figure {
  std::string name;
  std::string unit;
  std::string meaning;
  CountedBy by = CountedBy::kAll;
  std::uint64_t (*get)(const Figures&) = nullptr;
};

inline void Figures::append(const Figures& next) {
  for (std::uint64_t Figures::*const sum : {&Figures::dispatches, &Figures::requests, &Figures::slots,
                                            &Figures::time_units, &Figures::rounds, &Figures::bpram, &Figures::cycles})
    this->*sum += next.*sum;
  for (std::uint64_t Figures::*const most : {&Figures::max_congestion, &Figures::super_warps})
    this->*most = std::max(this->*most, next.*most);
  seconds += next.seconds;
  latencies.append(next.latencies);
  busy.append(next.busy);
  warp_times.append(next.warp_times);
}

inline double Figures::mean_congestion() const {
  return dispatches == 0 ? 0 : static_cast<double>(slots) / static_cast<double>(dispatches);
}

inline double Figures::requests_per_time_unit() const {
  return static_cast<double>(requests) / static_cast<double>(std::max<std::uint64_t>(1, time_units));
}

/// Every figure that is a whole number, in the order of a sweep's columns.
inline const std::vector<Figure>& figures() {
  using F = const Figures&;
  constexpr CountedBy kModel = CountedBy::kModel;
  static const std::vector<Figure> all = {
      {"time_units", "time unit", "clock cycles of the memory unit", CountedBy::kAll, [](F f) { return f.time_units; }},
      {"slots", "time unit", "time units in which anything entered the pipeline", CountedBy::kAll,
       [](F f) { return f.slots; }},
      {"requests", "request", "of active threads, before merging", CountedBy::kAll, [](F f) { return f.requests; }},
      {"dispatches", "dispatch", "dispatches with at least one request, by the model", kModel,
       [](F f) { return f.dispatches; }},
      {"super_warps", "super warp", "number of the last super warp that requests anything, plus 1, by the model",
       kModel, [](F f) { return f.super_warps; }},
      {"latency_median", "time unit", "latency of a dispatch, by the model: median", kModel,
       [](F f) { return f.latencies.percentile(50); }},
      {"latency_p99", "time unit", "latency of a dispatch, by the model: 99 of 100 dispatches take at most this",
       kModel, [](F f) { return f.latencies.percentile(99); }},
      {"latency_max", "time unit", "latency of a dispatch, by the model: largest", kModel,
       [](F f) { return f.latencies.largest(); }},
      {"shared_alone", "time unit", "time units in which only shared memories are busy, by the model", kModel,
       [](F f) { return f.busy.shared_alone; }},
      {"pram", "time unit", "time of a PRAM, which serves a round in one time unit", kModel,
       [](F f) { return f.rounds; }},
      {"bpram", "time unit", "time of a BPRAM, which serves any w requests of a round in one time unit", kModel,
       [](F f) { return f.bpram; }},
  };
  return all;
}

/// What RTL and model count differently; empty: nothing.
inline std::string difference_of(const Figures& rtl, const Figures& model) {
  for (const Figure& one : figures()) {
    if (one.by != CountedBy::kAll || one.get(rtl) == one.get(model)) continue;
    return one.name + ": RTL says " + std::to_string(one.get(rtl)) + ", model says " + std::to_string(one.get(model));
  }
  return rtl.busy == model.busy ? "" : "RTL and model differ in how long each memory was busy";
}

}  // namespace superwarp
