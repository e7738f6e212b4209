#include "sim/workload/kernels.h"
#include "sim/workload/power_of_two.h"

namespace superwarp::workload {
namespace {

using Options = WorkloadOptions;
using Made = std::unique_ptr<Program>;

std::uint32_t size(const Options& o) { return static_cast<std::uint32_t>(o.size); }

/// The size of a kernel that halves or doubles it step by step.
std::uint32_t power_of_two(const char* kernel, const Options& o) {
  exponent_of(kernel, o.size);
  return size(o);
}

Made program(const Options& o, Kernel kernel) {
  return std::make_unique<KernelProgram>(o, std::move(kernel));
}

constexpr bool kTile = true;  ///< the size is a tile's side

WorkloadEntry entry(const char* name, const char* description, const char* source, bool tile,
                    Made (*make)(const Options&)) {
  WorkloadInfo info{name, description, source, tile};
  info.kernel = true;
  return {std::move(info), make};
}

}  // namespace

std::vector<WorkloadEntry> kernel_entries() {
  return {
      entry("kernel-transpose-tile", "tile[B][B], B*B/4 threads: writes B*y + x, reads B*x + y",
            "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013", kTile,
            [](const Options& o) { return program(o, transpose_tile(size(o), size(o))); }),
      entry("kernel-transpose-tile-padded", "the same in tile[B][B+1]: (B+1)*x + y",
            "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013", kTile,
            [](const Options& o) { return program(o, transpose_tile(size(o), size(o) + 1)); }),
      entry("kernel-reduction-interleaved",
            "n threads: word 2st += word 2st + s for s = 1, 2, .. n/2, where 2st < n",
            "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 2", !kTile,
            [](const Options& o) {
              return program(
                  o, reduction_interleaved(power_of_two("kernel-reduction-interleaved", o)));
            }),
      entry("kernel-reduction-sequential",
            "n threads: word t += word t + s for s = n/2, .. 2, 1, where t < s",
            "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 3", !kTile,
            [](const Options& o) {
              return program(o,
                             reduction_sequential(power_of_two("kernel-reduction-sequential", o)));
            }),
      entry("kernel-scan-blelloch",
            "n/2 threads: words o(2t+1)-1 and o(2t+2)-1 for o = 1, 2, .. n/2 and back",
            "M. Harris, S. Sengupta, J. Owens, GPU Gems 3, chapter 39", !kTile,
            [](const Options& o) {
              return program(o, scan_blelloch(power_of_two("kernel-scan-blelloch", o), 0));
            }),
      entry("kernel-scan-blelloch-padded", "the same with element i at word i + i/w",
            "M. Harris, S. Sengupta, J. Owens, GPU Gems 3, chapter 39", !kTile,
            [](const Options& o) {
              return program(
                  o, scan_blelloch(power_of_two("kernel-scan-blelloch-padded", o), o.width));
            }),
      entry("kernel-bitonic-sort",
            "n/2 threads compare and exchange words i = 2t - (t & (s-1)) and i + s, keys only",
            "CUDA samples, sortingNetworks, bitonicSortShared", !kTile,
            [](const Options& o) {
              return program(o, bitonic_sort(power_of_two("kernel-bitonic-sort", o)));
            }),
      entry("kernel-matrix-product", "B*B threads, one step of tiles: reads B*y + k and B*k + x",
            "CUDA C++ Programming Guide, shared memory, matrix multiplication", kTile,
            [](const Options& o) { return program(o, matrix_product(size(o))); }),
      entry("kernel-lud-perimeter",
            "2B threads: B at B*i + t in a strip of rows, B at B*t + i in a strip of columns",
            "Rodinia 3.1, lud_perimeter", kTile,
            [](const Options& o) { return program(o, lud_perimeter(size(o))); }),
      entry("kernel-needleman-wunsch",
            "B threads along anti-diagonals: (B+1)(y-t) + x + t, scores at B(y-t) + x + t",
            "Rodinia 3.1, needle_cuda_shared_1", kTile,
            [](const Options& o) { return program(o, needleman_wunsch(size(o))); }),
      entry("kernel-hotspot",
            "B*B threads, two steps of a 5-point stencil: B*y + x, +-1, +-B; the edge is idle",
            "Rodinia 3.1, hotspot, calculate_temp", kTile,
            [](const Options& o) { return program(o, hotspot(size(o))); }),
      entry("kernel-stencil", "n threads read words t .. t + 6 one by one: contiguous, unaligned",
            "NVIDIA, CUDA C/C++ Basics, 1D stencil, radius 3", !kTile,
            [](const Options& o) { return program(o, stencil(size(o))); }),
      entry("kernel-convolution-columns",
            "16 x 8 threads, n result steps, pitch 8(n+2)+1: pitch*x + y + 8i + j, j = -8 .. 8",
            "CUDA samples, convolutionSeparable, convolutionColumnsKernel", !kTile,
            [](const Options& o) { return program(o, convolution_columns(size(o))); }),
      entry("kernel-fft",
            "64 threads, n transforms of 512 points: 8h+l+66i to 66l+h+8i, 8h+l+72i to 72h+l+8i",
            "V. Volkov's FFT512, as in SHOC, fft1D_512", !kTile,
            [](const Options& o) { return program(o, fft512(size(o))); }),
      entry(
          "kernel-histogram",
          "6 warps, a table of 256 bins each: every thread counts 4n random bytes, then bins merge",
          "CUDA samples, histogram, histogram256Kernel; an atomic addition is one write", !kTile,
          [](const Options& o) { return program(o, histogram256(size(o), o.width, o.seed)); }),
  };
}

}  // namespace superwarp::workload
