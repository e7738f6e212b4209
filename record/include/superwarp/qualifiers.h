// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "superwarp/kernel.h"

/// \file
/// CUDA's keywords. __noinline__ is empty because the C++ library spells the compiler's attribute
/// so.

#define threadIdx (::superwarp_record::thread_index())
#define blockIdx (::superwarp_record::block_index())
#define blockDim (::superwarp_record::block_size())
#define gridDim (::superwarp_record::grid_size())
#define warpSize 32

#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#define __constant__
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
