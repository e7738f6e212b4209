// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/machine/program.h"
#include "sim/traceg/reader.h"

namespace superwarp {

/// The first difference between the accesses to shared memory of a recorded block and those of
/// `formula`, repeated `times` times: warp by warp, lane by lane, and in what barriers separate.
/// It names the line of the CUDA source. Empty: there is none.
std::string first_difference(const traceg::Block& block, const traceg::Reader& reader,
                             const Program& formula, std::uint32_t times);

}  // namespace superwarp
