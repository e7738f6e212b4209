#include "sim/gt200/performance_model.h"

#include <algorithm>
#include <numeric>

namespace superwarp::gt200 {

double thread_cycles(double compute, double memory, Overlap overlap) {
  return overlap == Overlap::kMax ? std::max(compute, memory) : compute + memory;
}

double kernel_seconds(const KernelShape& kernel, const GpuShape& gpu) {
  const double cycles =
      kernel.blocks * kernel.warps_per_block * kernel.threads_per_warp * kernel.thread_cycles;
  return cycles / (gpu.cores * gpu.pipeline_depth * gpu.clock_hz);
}

double gpu_seconds(const Transfers& transfers, const std::vector<double>& kernel_seconds) {
  return transfers.to_device / transfers.to_device_per_second +
         std::accumulate(kernel_seconds.begin(), kernel_seconds.end(), 0.0) +
         transfers.to_host / transfers.to_host_per_second;
}

}  // namespace superwarp::gt200
