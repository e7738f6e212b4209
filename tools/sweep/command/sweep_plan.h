// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/json.h"
#include "sysc/rtl_cache.h"
#include "tools/sweep/command/sweep_costs.h"
#include "tools/sweep/command/sweep_point.h"
#include "tools/sweep/space.h"
#include "tools/sweep/store.h"

namespace superwarp::cli {

/// A space file and the part of it to run.
struct SweepSpace {
  /// `batch` is "I/N", or empty for the whole space. Throws InputError if the file is not a space,
  /// UsageError if it cannot be read or has no such batch.
  SweepSpace(const std::string& file, const std::string& batch);

  /// Point `number` of the part.
  [[nodiscard]] sweep::Point at(std::uint64_t number) const { return space.at(first + number); }

  std::string name;  ///< of the file in messages
  std::string text;
  sweep::Space space;
  std::uint64_t first = 0;  ///< first point of the part
  std::uint64_t end = 0;    ///< behind its last point
  bool whole = true;        ///< the part is the whole space
  std::string store;        ///< the file with the points of the part
  std::string beside;       ///< how the file names of the other parts end
};

/// Hashes what a result depends on besides its options: this program, the RTL with its tools, and
/// the files that it reads. Reads each once.
class SweepIdentity {
 public:
  SweepIdentity();

  /// The key of `point` with these options. A result has it only while the files that the run read
  /// are as they were.
  sweep::Key key_of(const SweepPoint& point, const std::string& options);

  /// The files, folders and missing names that a run has read, with a hash of each: a part of its
  /// line in the store.
  Json files(const std::set<std::string>& opened);

  /// Is everything still so in this line of the store?
  bool is_current(const std::string& line);

  /// A hash of `command` and the RTL of `config`.
  std::string of_unit(const std::string& command, const sysc::RtlConfig& config);

  /// A hash of the text of a space and this program.
  [[nodiscard]] std::string of_space(const std::string& text) const;

 private:
  const std::string& rtl(const sysc::RtlConfig& config);
  const std::string& file(const std::string& kept);

  std::string program_;
  std::vector<std::pair<sysc::RtlConfig, std::string>> rtl_;  ///< keys of units
  std::map<std::string, std::string> files_;                  ///< by name in the store
  std::map<std::string, bool> current_;                       ///< by the files of a line
};

/// The work for a part of a space. Looks at every point and runs none.
struct SweepPlan {
  /// Without keys a space may be larger than memory. Throws UsageError if no point of a whole space
  /// is possible.
  SweepPlan(const SweepSpace& space, bool with_keys);

  [[nodiscard]] std::uint64_t points() const { return all - skipped - impossible; }

  SweepIdentity identity;
  std::uint64_t all = 0;
  std::uint64_t skipped = 0;
  std::uint64_t impossible = 0;
  std::uint64_t on_rtl = 0;
  std::string first_impossible;
  std::map<std::string, sysc::RtlConfig> builds;  ///< RTL units, by the command that compiles them
  SweepCosts costs;
  std::vector<sweep::Key> keys;        ///< Key::none() for skipped and impossible points
  std::vector<std::uint32_t> unit_of;  ///< index in costs of each point's unit, if units are costed
};

/// The plan in words.
std::string plan_text(const SweepSpace& space, const SweepPlan& plan);

/// The estimated time with `jobs` threads. Tries some points for about two seconds.
std::string estimate_text(const SweepSpace& space, const SweepPlan& plan, std::uint64_t jobs);

/// "superwarp.sweep-plan/1".
Json plan_json(const SweepSpace& space, SweepPlan& plan);

}  // namespace superwarp::cli
