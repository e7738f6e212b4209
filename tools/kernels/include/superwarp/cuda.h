// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// CUDA C++ on the CPU: all of it. `superwarp record` includes it before the first line of a
/// program, as nvcc does with its own.

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
#include "superwarp/qualifiers.h"
#include "superwarp/vector_types.h"
