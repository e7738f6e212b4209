// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// CUDA C++ on the CPU: all of it, with its keywords. `superwarp record` includes it before the
/// first line of a program, as nvcc does with its own.

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDA_ARCH__ 800
// Other headers ask by these whether CUDA's own were read.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__

#include "superwarp/device.h"
#include "superwarp/host.h"
#include "superwarp/kernel.h"
#include "superwarp/vector_types.h"

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
#define __noinline__  // the C++ library spells the compiler's attribute so
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __inline__ inline
#define CUDART_CB
#define CUDARTAPI
