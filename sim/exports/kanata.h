// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// The run as a log of the Konata pipeline viewer (Kanata 0004). A dispatch is an "instruction" of
/// its super warp's "thread" with the stages W (waits in front of the pipeline), S (slots) and P
/// (in the rest of the pipeline). An arrow leads to it from the dispatch that kept its last request
/// from its bank. Throws std::invalid_argument as lives() does.
std::string kanata(const draw::Scene& scene);

}  // namespace superwarp::exports
