// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/json.h"

#include "sim/cli/version.h"
#include "sim/files/output_file.h"

namespace superwarp::cli {

Json result_of(const char* schema) { return {{"schema", schema}, {"commit", commit()}, {"version", version()}}; }

void write_json(const std::string& file, const Json& json) {
  if (!file.empty()) {
    // Names of files may hold bytes that are not UTF-8.
    files::write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  };
}

}  // namespace superwarp::cli
