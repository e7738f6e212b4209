// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// The files of page/ and Chart.js. CMake makes the source from page_parts.cpp.in.

namespace superwarp::report::parts {

extern const char* const kPage;
extern const char* const kStyle;
extern const char* const kScript;
extern const char* const kChart;

}  // namespace superwarp::report::parts
