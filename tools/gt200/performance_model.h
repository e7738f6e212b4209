// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

/// \file
/// The performance model of the GT200 paper (Section II, Table 1) and its two ways to combine
/// computation and memory access. The text gives no values of D, N_C and R: they are parameters.

namespace superwarp::gt200 {

/// C_T(K): how a thread's cycles of computation and of memory access combine.
enum class Overlap : std::uint8_t {
  kMax,  ///< they overlap: the larger of the two (the text's "MAX model")
  kSum,  ///< they do not
};

/// Cycles of a thread.
inline double thread_cycles(double compute, double memory, Overlap overlap) {
  return overlap == Overlap::kMax ? std::max(compute, memory) : compute + memory;
}

/// The load of a kernel K.
struct KernelShape {
  double blocks = 1;             ///< N_B(K), of the kernel
  double warps_per_block = 1;    ///< N_w(K)
  double threads_per_warp = 32;  ///< N_t
  double thread_cycles = 0;      ///< C_T(K), the maximum over the threads
};

struct GpuShape {
  double pipeline_depth = 1;  ///< D, of the kernel
  double cores = 8;           ///< N_C, "per SM"
  double clock_hz = 1;        ///< R
};

/// The GeForce GTX 280. Not from the paper: N_C and R are NVIDIA's specifications (240 cores in 30
/// multiprocessors, processor clock 1296 MHz); D is not published and stays 1.
inline constexpr GpuShape kGtx280 = {1, 8, 1.296e9};

/// T(K) = N_B(K) N_w(K) N_t(K) C_T(K) / (N_C D R), in seconds.
inline double kernel_seconds(const KernelShape& kernel, const GpuShape& gpu) {
  const double cycles = kernel.blocks * kernel.warps_per_block * kernel.threads_per_warp * kernel.thread_cycles;
  return cycles / (gpu.cores * gpu.pipeline_depth * gpu.clock_hz);
}

/// The data that move between host and device.
struct Transfers {
  double to_device = 0;             ///< N_HD, bytes
  double to_device_per_second = 1;  ///< S_HD
  double to_host = 0;               ///< N_DH, bytes
  double to_host_per_second = 1;    ///< S_DH
};

/// T_GPU(N) = N_HD(N)/S_HD + sum of T_i over the kernels + N_DH(N)/S_DH, in seconds: an upper
/// bound without any overlap (Section II).
inline double gpu_seconds(const Transfers& transfers, const std::vector<double>& kernel_seconds) {
  return transfers.to_device / transfers.to_device_per_second +
         std::accumulate(kernel_seconds.begin(), kernel_seconds.end(), 0.0) +
         transfers.to_host / transfers.to_host_per_second;
}

}  // namespace superwarp::gt200
