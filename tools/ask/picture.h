// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/draw/terminal.h"
#include "tools/ask/answer.h"

namespace superwarp::ask {

/// Banks that these requests may use.
std::uint32_t banks_of(const std::vector<Request>& requests, const gpu::Description& gpu);

/// The worst execution as a map of lanes and banks, for the terminal. Every entry is the slot in
/// which a bank serves a lane. On 32 banks 71 columns wide.
std::string draw_terminal(const Answer& answer, const draw::TerminalStyle& style);

/// The same for every instruction as a standalone SVG: as it is, with the best padding and with the
/// best swizzle.
std::string draw_svg(const Answer& answer);

}  // namespace superwarp::ask
