// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "tools/measured/tests/cuda/emulated/block.h"

/// \file
/// The part of CUDA's run time that the measuring program uses, in place of libcudart: an emulated
/// GPU with one multiprocessor.

namespace superwarp::emulated {
namespace {

class Gpu {
 public:
  static Gpu& get() {
    static Gpu gpu;
    return gpu;
  }

  /// Registers a kernel's host address and its PTX name.
  void name(const void* function, const char* kernel) { names_[function] = kernel; }

  void* allocate(std::size_t bytes) {
    auto memory = std::make_unique<std::uint8_t[]>(bytes);
    void* const address = memory.get();
    memory_[reinterpret_cast<std::uint64_t>(address)] = {std::move(memory), bytes};
    return address;
  }
  void free(void* address) { memory_.erase(reinterpret_cast<std::uint64_t>(address)); }

  cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes) {
    if (grid.x * grid.y * grid.z != 1 || block.y * block.z != 1) return cudaErrorNotSupported;
    if (block.x == 0 || block.x > 1024 || block.x % 32 != 0) return cudaErrorInvalidConfiguration;
    if (shared_bytes > 48 * 1024) return cudaErrorInvalidValue;
    try {
      const Kernel& kernel = kernels().at(names_.at(function));
      Launch launch{block.x, shared_bytes, std::vector<std::uint8_t>(kernel.parameter_bytes)};
      std::memcpy(launch.parameters.data(), arguments[0], launch.parameters.size());
      run_block(kernel, launch, [this](auto address, auto bytes) { check(address, bytes); });
    } catch (const UnknownInstruction& error) {
      std::cerr << "emulated GPU: not emulated: " << error.what() << '\n';
      std::exit(77);
    } catch (const std::exception& error) {
      std::cerr << "emulated GPU: " << names_[function] << ": " << error.what() << '\n';
      return cudaErrorIllegalAddress;
    }
    return cudaSuccess;
  }

  dim3 block;
  std::size_t shared_bytes = 0;
  cudaError_t last_error = cudaSuccess;

 private:
  struct Memory {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size = 0;
  };

  void check(std::uint64_t address, std::size_t bytes) const {
    const auto after = memory_.upper_bound(address);
    if (after != memory_.begin()) {
      const auto& [first, memory] = *std::prev(after);
      if (address + bytes <= first + memory.size) return;
    }
    throw std::runtime_error("an address that was not allocated");
  }

  std::map<std::string, Kernel>& kernels() {
    if (kernels_.empty()) {
      std::ifstream file(SUPERWARP_PTX);
      kernels_ = read_ptx(file);
    }
    return kernels_;
  }

  std::map<const void*, std::string> names_;
  std::map<std::uint64_t, Memory> memory_;  // by address
  std::map<std::string, Kernel> kernels_;
};

}  // namespace
}  // namespace superwarp::emulated

using superwarp::emulated::Gpu;

// The compiler calls these.
extern "C" {

void** __cudaRegisterFatBinary(void*) { return nullptr; }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char* function, char*, const char* kernel, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
  Gpu::get().name(function, kernel);
}
unsigned __cudaPushCallConfiguration(dim3, dim3 block, size_t shared_bytes, cudaStream_t) {
  Gpu::get().block = block;
  Gpu::get().shared_bytes = shared_bytes;
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void*) {
  *grid = dim3(1);
  *block = Gpu::get().block;
  *shared_bytes = Gpu::get().shared_bytes;
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                             cudaStream_t) {
  return Gpu::get().last_error = Gpu::get().launch(function, grid, block, arguments, shared_bytes);
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

}  // extern "C"

// The program calls these.

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  std::strcpy(properties->name, "emulated multiprocessor");
  properties->major = 9;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int) {
  *value = which == cudaDevAttrMultiProcessorCount ? 1 : 1000;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = 0;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaMalloc(void** address, size_t bytes) {
  *address = Gpu::get().allocate(bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void* address) {
  Gpu::get().free(address);
  return cudaSuccess;
}
cudaError_t cudaMemset(void* address, int value, size_t bytes) {
  std::memset(address, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  const cudaError_t error = Gpu::get().last_error;
  Gpu::get().last_error = cudaSuccess;
  return error;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "an illegal memory access" : "a launch that is refused";
}
