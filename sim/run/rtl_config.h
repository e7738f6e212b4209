// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sysc/rtl_cache.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::evaluate {

/// Why there is no RTL of this machine; nullopt if there is.
std::optional<std::string> rtl_lacks(const Machine& machine);

/// `rtl` with the parameters of `machine`.
sysc::RtlConfig rtl_config(const Machine& machine, sysc::RtlConfig rtl = {});

}  // namespace superwarp::evaluate
