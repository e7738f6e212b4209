#pragma once

#include <cstdint>
#include <vector>

#include "sim/workload/entry.h"
#include "sim/workload/kernel.h"

/// \file
/// Real kernels whose shared-memory accesses are workloads. Sources and formulas stand in
/// kernel_entries().

namespace superwarp::workload {

/// All of them, as the list of workloads shows them.
std::vector<WorkloadEntry> kernel_entries();

/// The largest size of a kernel, and the largest side where the size is a tile's.
inline constexpr std::uint32_t kLargestKernel = 8192;
inline constexpr std::uint32_t kLargestTile = 128;

// One tile of a matrix or of a grid (kernel_tiles.cpp). `side` is the tile's.
Kernel transpose_tile(std::uint32_t side, std::uint32_t pitch);
Kernel matrix_product(std::uint32_t side);
Kernel lud_perimeter(std::uint32_t side);
Kernel needleman_wunsch(std::uint32_t side);
Kernel hotspot(std::uint32_t side);

// n words of data in order (kernel_arrays.cpp); n is rounded up to a power of two.
Kernel reduction_interleaved(std::uint32_t n);
Kernel reduction_sequential(std::uint32_t n);
/// Element i lies at word i + i / pad_every; 0: nothing is padded.
Kernel scan_blelloch(std::uint32_t n, std::uint32_t pad_every);
Kernel bitonic_sort(std::uint32_t n);

// Filters, transforms, counts (kernel_signals.cpp).
Kernel stencil(std::uint32_t threads);
Kernel convolution_columns(std::uint32_t result_steps);
Kernel fft512(std::uint32_t transforms);
/// Every thread of six warps of `width` threads counts 4 * `words_each` random bytes.
Kernel histogram256(std::uint32_t words_each, std::uint32_t width, std::uint64_t seed);

}  // namespace superwarp::workload
