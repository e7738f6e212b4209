// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/report/sweep_folder.h"

namespace superwarp::report {

/// What a page tells besides the sweep.
struct PageFacts {
  std::string title;
  std::string command;  ///< that made the sweep
  std::string version;  ///< of the program that makes the page
  std::string commit;
  std::vector<Json> maps;  ///< of run_map()
};

/// The sweep as one HTML file that needs nothing else: data, style, script and the library that
/// draws (Chart.js) stand in it. Whatever bytes the sweep has, they are text there.
std::string page(const SweepFolder& sweep, const PageFacts& facts);

}  // namespace superwarp::report
