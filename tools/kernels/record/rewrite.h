// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace superwarp::record {

/// CUDA C++ as C++: the few constructs that no macro of the headers can express. Every line keeps
/// its number.
///
///     kernel<<<grid, block>>>(a, b)      a call of the run time with the same arguments
///     extern __shared__ T s[];           the one array of dynamic shared memory
///     __global__ void kernel(..) {       tells its name first
///     asm("..")                          refused when it is executed
///
/// Everything else is left unchanged for the compiler.
std::string rewritten(std::string_view source);

}  // namespace superwarp::record
