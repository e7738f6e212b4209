// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/measured/cuda/ptx.cuh"

/// \file
/// Results of kernels on the host: values in the GPU's memory and the warps' clocks.

namespace superwarp::cuda {

/// Throws std::runtime_error with CUDA's message and the failed call.
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw std::runtime_error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

/// Values in the GPU's memory.
template <class Value>
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, bytes()), "cudaMalloc");
    if (cudaMemset(data_, 0, bytes()) == cudaSuccess) return;
    cudaFree(data_);
    throw std::runtime_error("CUDA: cudaMemset failed");
  }
  explicit DeviceMemory(const std::vector<Value>& values) : DeviceMemory(values.size()) {
    check(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  ~DeviceMemory() { cudaFree(data_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  [[nodiscard]] Value* get() const { return data_; }
  [[nodiscard]] std::vector<Value> values() const {
    std::vector<Value> all(count_);
    check(cudaMemcpy(all.data(), data_, bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return all;
  }

 private:
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(Value); }
  std::size_t count_;
  Value* data_ = nullptr;
};

/// A kernel's result.
struct KernelRun {
  std::vector<double> cycles;  ///< of every repetition
  bool correct = false;
};

/// Memory for the warps' clocks.
class Clocks {
 public:
  Clocks(std::uint32_t repetitions, std::uint32_t warps)
      : repetitions_(repetitions),
        warps_(warps),
        start_(std::size_t{repetitions} * warps),
        end_(std::size_t{repetitions} * warps) {}

  [[nodiscard]] Stopwatch stopwatch() const { return {start_.get(), end_.get(), warps_}; }

  /// The time from the first warp's start to the last one's end, for every repetition.
  [[nodiscard]] std::vector<double> elapsed() const {
    const std::vector<long long> start = start_.values();
    const std::vector<long long> end = end_.values();
    std::vector<double> all;
    for (std::uint32_t r = 0; r < repetitions_; ++r) {
      long long first = std::numeric_limits<long long>::max();
      long long last = 0;
      for (std::uint32_t w = r * warps_; w < (r + 1) * warps_; ++w) {
        if (end[w] == 0) continue;  // idle
        first = std::min(first, start[w]);
        last = std::max(last, end[w]);
      }
      all.push_back(static_cast<double>(last - first));
    }
    return all;
  }

 private:
  std::uint32_t repetitions_;
  std::uint32_t warps_;
  DeviceMemory<long long> start_;
  DeviceMemory<long long> end_;
};

/// Shared memory of a block: common words and a private word for each thread.
inline std::size_t shared_bytes(std::size_t words, std::size_t threads) {
  return (words + threads) * sizeof(std::uint32_t);
}

inline void finish(const char* kernel) {
  check(cudaGetLastError(), kernel);
  check(cudaDeviceSynchronize(), kernel);
}

/// (longer - shorter) / accesses, repetition by repetition.
inline std::vector<double> difference(const std::vector<double>& longer, const std::vector<double>& shorter,
                                      double accesses) {
  std::vector<double> all;
  for (std::size_t r = 0; r < longer.size(); ++r) all.push_back((longer[r] - shorter[r]) / accesses);
  return all;
}

}  // namespace superwarp::cuda
