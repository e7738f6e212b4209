#include "sim/cli/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/cli/usage_error.h"
#include "sim/workload/nearest_name.h"

namespace superwarp::cli {

std::string known_name(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return name;
  throw UsageError(fmt::format("unknown {} '{:.40}', did you mean '{}'? There are: {}", kind, name,
                               workload::nearest_name(name, known), fmt::join(known, ", ")));
}

}  // namespace superwarp::cli
