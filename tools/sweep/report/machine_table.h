// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/draw/slide_table.h"
#include "tools/sweep/report/sweep_folder.h"

namespace superwarp::report {

/// The speed of every machine of a sweep relative to the first one, for every kernel: the geometric
/// mean over the conditions under which both ran. The options have their groups.
draw::SlideTable machine_table(const SweepFolder& sweep, const std::string& title);

}  // namespace superwarp::report
