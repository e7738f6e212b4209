// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/draw/scene.h"
#include "sim/draw/slide_table.h"
#include "tools/sweep/report/sweep_folder.h"

namespace superwarp::report {

/// A run as banks x time for the page: every access with the dispatches that it served, every
/// dispatch with the dispatch that it waited for, and the run as files for viewers. `point` is its
/// number in the sweep. A scene that is not `whole` is the beginning of a run. Throws as
/// exports::lives() does.
Json run_map(const draw::Scene& scene, std::uint64_t point, bool whole);

/// Facts for the page that are not in the sweep.
struct PageFacts {
  std::string title;
  std::string command;  ///< that made the sweep
  std::string version;  ///< of this program
  std::string commit;
  std::vector<Json> maps;  ///< from run_map()
};

/// The sweep as one self-contained HTML file with data, style, script and Chart.js. All data of the
/// sweep stay text there, whatever bytes they have.
std::string page(const SweepFolder& sweep, const PageFacts& facts);

/// The speed of every machine of a sweep relative to the first one, for every kernel: the geometric
/// mean over the conditions under which both ran. The options have their groups.
draw::SlideTable machine_table(const SweepFolder& sweep, const std::string& title);

}  // namespace superwarp::report
