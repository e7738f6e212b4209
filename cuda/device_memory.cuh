#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace superwarp::cuda {

/// Throws std::runtime_error with CUDA's words and what was tried.
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

}  // namespace superwarp::cuda
