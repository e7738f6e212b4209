// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/app.h"
#include "sim/draw/slide_table.h"

namespace superwarp::cli {

/// Files for a table; empty: none.
struct TableFiles {
  std::string markdown;
  std::string csv;
  std::string svg;

  void add_to(App& command, const char* group);
  [[nodiscard]] bool any() const { return !markdown.empty() || !csv.empty() || !svg.empty(); }
  /// Is standard output one of them?
  [[nodiscard]] bool to_stdout() const { return markdown == "-" || csv == "-" || svg == "-"; }
  void write(const draw::SlideTable& table) const;
};

}  // namespace superwarp::cli
