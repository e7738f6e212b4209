// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::record {

/// Advice about errors of the compiler or linker that come from features the recorder lacks: lines
/// that begin with "superwarp: ", or nothing.
std::string advice(const std::string& errors);

}  // namespace superwarp::record
