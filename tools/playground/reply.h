// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace superwarp::playground {

/// The answer to a request of the page, both JSON (tools/playground/README.md, "Requests"). A request that
/// is refused is answered with {"error": MESSAGE}.
std::string reply(std::string_view request);

}  // namespace superwarp::playground
