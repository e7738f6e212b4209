// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "superwarp/kernel.h"

/// \file
/// CUDA's keywords. __noinline__ is empty because the C++ library spells the compiler's attribute
/// so.

namespace superwarp_record {
/// The first variable of its section: the compiler accepts constants and variables beside it.
__attribute__((section("superwarp_constant"))) static char first_constant = 0;

/// threadIdx and the others are constants that ask the run time.
#define SUPERWARP_INDEX(NAME, SOURCE)                                  \
  struct NAME {                                                        \
    SUPERWARP_UNCOUNTED static unsigned get_x() { return SOURCE().x; } \
    SUPERWARP_UNCOUNTED static unsigned get_y() { return SOURCE().y; } \
    SUPERWARP_UNCOUNTED static unsigned get_z() { return SOURCE().z; } \
    __declspec(property(get = get_x)) unsigned x;                      \
    __declspec(property(get = get_y)) unsigned y;                      \
    __declspec(property(get = get_z)) unsigned z;                      \
    SUPERWARP_UNCOUNTED operator uint3() const { return SOURCE(); }    \
    SUPERWARP_UNCOUNTED operator dim3() const { return SOURCE(); }     \
  };
SUPERWARP_INDEX(ThreadIndex, thread_index)
SUPERWARP_INDEX(BlockIndex, block_index)
SUPERWARP_INDEX(BlockSize, block_size)
SUPERWARP_INDEX(GridSize, grid_size)
#undef SUPERWARP_INDEX
}  // namespace superwarp_record

constexpr superwarp_record::ThreadIndex threadIdx;
constexpr superwarp_record::BlockIndex blockIdx;
constexpr superwarp_record::BlockSize blockDim;
constexpr superwarp_record::GridSize gridDim;
constexpr int warpSize = 32;

#define __global__ __attribute__((noinline, assume("superwarp_kernel")))
#define __device__
#define __host__
#define __constant__ __declspec(allocate("superwarp_constant"))
#define __managed__
#define __grid_constant__
#define __shared__ static __attribute__((section("superwarp_shared")))
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __inline__ inline
#define CUDART_CB
#define CUDARTAPI
