// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tools/measured/cuda/gpu.h"
#include "tools/measured/cuda/results.cuh"
#include "tools/measured/cuda/time_access.cuh"
#include "tools/measured/cuda/time_programs.cuh"

namespace superwarp::cuda {
namespace {

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

std::string version_text(int version) {  // 13000 is 13.0
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

Gpu::Gpu(int number) : number_(number) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) throw NoGpu(std::string("no GPU can be used here: ") + cudaGetErrorString(status));
  if (number < 0 || number >= count) {
    throw NoGpu("there is no GPU " + std::to_string(number) + ", CUDA counts " + std::to_string(count) + " from 0");
  }
  check(cudaSetDevice(number), "cudaSetDevice");
}

crosscheck::MeasuredDevice Gpu::device() const {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, number_), "cudaGetDeviceProperties");
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  crosscheck::MeasuredDevice device;
  device.name = properties.name;
  device.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
  device.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, number_);
  device.clock_mhz = attribute(cudaDevAttrClockRate, number_) / 1000.0;
  device.memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate, number_) / 1000.0;
  device.driver = version_text(driver);
  device.cuda = version_text(runtime);
  return device;
}

Timing Gpu::run(const AccessJob& job, std::uint32_t repetitions) { return time_access(job, repetitions); }

Timing Gpu::run(const MoveJob& job, std::uint32_t repetitions) {
  const KernelRun whole = run_all_moves(job, repetitions);
  const KernelRun empty = run_moves<0>(job, repetitions);
  return {difference(whole.cycles, empty.cycles, 1), whole.correct};
}

Timing Gpu::run(const SumJob& job, std::uint32_t repetitions) {
  if (job.algorithm == SumAlgorithm::kSum) return time_sum<SumAlgorithm::kSum>(job, repetitions);
  if (job.algorithm == SumAlgorithm::kSimplePrefix) return time_sum<SumAlgorithm::kSimplePrefix>(job, repetitions);
  return time_sum<SumAlgorithm::kOptimalPrefix>(job, repetitions);
}

}  // namespace superwarp::cuda
