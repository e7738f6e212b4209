// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/version.h"

#include "commit.h"

namespace superwarp::cli {

std::string version() { return SUPERWARP_VERSION; }

std::string commit() { return SUPERWARP_COMMIT; }

}  // namespace superwarp::cli
