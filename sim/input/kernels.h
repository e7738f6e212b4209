// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "sim/input/input.h"

namespace superwarp::input {

/// Reads a .traceg; messages call it `name`. `global` and `work` as of traceg::Reader. Adds its
/// size in memory to `bytes`, and throws if there is not enough.
Kernel read_kernel(std::istream& in, const std::string& name, bool global, bool work, std::uint64_t& bytes);

/// Launches as Input::program() makes programs of them, read for the same machine.
InputProgram kernels_program(const std::vector<Kernel>& kernels, const std::string& name, const Machine& machine,
                             std::uint32_t blocks, const gpu::Description* gpu = nullptr);

}  // namespace superwarp::input
