// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace superwarp {

inline constexpr std::uint32_t kMostSubCores = 16;
inline constexpr std::uint32_t kMostPlaces = 1024;

/// Which of its super warps a sub-core prefers (docs/spec/issue.md, "Who issues").
enum class IssueOrder : std::uint8_t {
  kLoose,   ///< the first after the last that issued, in cyclic order
  kOldest,  ///< the last that issued, else the lowest: greedy, then oldest
};

/// What waits for an access (docs/spec/issue.md).
enum class IssueWait : std::uint8_t {
  kAccess,  ///< every instruction after it
  kUse,     ///< what needs its word, and the next access
  kWord,    ///< what needs its word, and behind a read the next access: writes are posted
};

/// The issue stage of a multiprocessor (docs/spec/issue.md).
struct Issue {
  std::uint32_t sub_cores = 1;  ///< d_i, 1 .. kMostSubCores
  IssueOrder order = IssueOrder::kLoose;
  IssueWait wait = IssueWait::kAccess;
  std::uint32_t instructions = 1;  ///< of an access without work in the program
  std::uint32_t places = 0;        ///< largest number of reads under way; 0: no limit
};

/// `times` runs of `instructions` instructions. From the first instruction of a run to whatever
/// follows the run, at least `length` time units pass.
struct Segment {
  std::uint32_t times = 1;
  std::uint32_t instructions = 1;
  std::uint32_t length = 1;

  bool operator==(const Segment& other) const {
    return times == other.times && instructions == other.instructions && length == other.length;
  }
};

/// What a warp issues in a round besides its access.
struct Work {
  std::vector<Segment> before;       ///< its access
  std::vector<Segment> independent;  ///< behind its access, without need of its word

  [[nodiscard]] bool empty() const { return before.empty() && independent.empty(); }
  [[nodiscard]] std::uint64_t instructions() const {
    std::uint64_t all = 0;
    for (const auto* part : {&before, &independent}) {
      for (const Segment& segment : *part) all += std::uint64_t{segment.times} * segment.instructions;
    }
    return all;
  }
  bool operator==(const Work& other) const { return before == other.before && independent == other.independent; }
};

/// The work of one part of an access: the first part has the work before the access, the last part
/// the independent work, which counts as work before a part that requests nothing.
inline Work part_of(const Work& work, bool first, bool last, bool requests) {
  Work part;
  if (first) part.before = work.before;
  if (!last) return part;
  std::vector<Segment>& behind = requests ? part.independent : part.before;
  behind.insert(behind.end(), work.independent.begin(), work.independent.end());
  return part;
}

/// Words for IssueOrder and IssueWait, in options and results.
inline constexpr const char* kIssueOrders[] = {"loose", "oldest"};
inline constexpr const char* kIssueWaits[] = {"access", "use", "word"};
inline const char* order_name(const Issue& issue) { return kIssueOrders[static_cast<std::size_t>(issue.order)]; }
inline const char* wait_name(const Issue& issue) { return kIssueWaits[static_cast<std::size_t>(issue.wait)]; }

/// Time of super warps with an issue stage, summed over them (docs/spec/issue.md, "Where time
/// goes").
struct WarpTimes {
  /// A part of the time.
  struct Kind {
    const char* key;    ///< in results
    const char* label;  ///< for readers
    std::uint64_t WarpTimes::*time;
  };
  static const std::array<Kind, 6>& kinds();

  std::uint64_t instructions = 0;  ///< issued, one for each warp
  std::uint64_t issue = 0;
  std::uint64_t shared = 0;
  std::uint64_t global = 0;
  std::uint64_t latency = 0;
  std::uint64_t barrier = 0;
  std::uint64_t ended = 0;

  [[nodiscard]] std::uint64_t all() const {
    std::uint64_t sum = 0;
    for (const Kind& kind : kinds()) sum += this->*kind.time;
    return sum;
  }
  void append(const WarpTimes& next) {
    instructions += next.instructions;
    for (const Kind& kind : kinds()) this->*kind.time += next.*kind.time;
  }
};

inline const std::array<WarpTimes::Kind, 6>& WarpTimes::kinds() {
  static constexpr std::array<Kind, 6> kKinds = {{{"issue", "issue", &WarpTimes::issue},
                                                  {"shared", "shared memory", &WarpTimes::shared},
                                                  {"global", "global memory", &WarpTimes::global},
                                                  {"latency", "latency", &WarpTimes::latency},
                                                  {"barrier", "barrier", &WarpTimes::barrier},
                                                  {"ended", "ended", &WarpTimes::ended}}};
  return kKinds;
}

}  // namespace superwarp
