// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/table_files.h"

#include "sim/cli/common_options.h"
#include "sim/files/output_file.h"

namespace superwarp::cli {

void TableFiles::add_to(App& command, const char* group) {
  const OptionGroup add{command, group};
  add("markdown", markdown, "as Markdown, for a document");
  add("csv", csv, "as CSV, for a spreadsheet");
  add("svg", svg, "as SVG, for a slide");
}

void TableFiles::write(const draw::SlideTable& table) const {
  if (!markdown.empty()) files::write_file(markdown, draw::slide_table_markdown(table));
  if (!csv.empty()) files::write_file(csv, draw::slide_table_csv(table));
  if (!svg.empty()) files::write_file(svg, draw::slide_table_svg(table));
}

}  // namespace superwarp::cli
