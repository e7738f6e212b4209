// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/report/sweep_folder.h"

namespace superwarp::report {

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

}  // namespace superwarp::report
