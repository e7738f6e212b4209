// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "superwarp/host_types.h"
#include "superwarp/memory.h"

/// \file
/// Memory of the CUDA run-time API on the CPU: host and device share one.

template <typename T>
cudaError_t cudaMalloc(T** memory, std::size_t bytes) {
  *memory = static_cast<T*>(superwarp_record::allocate_global(bytes));
  return superwarp_record::told(*memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}
template <typename T>
cudaError_t cudaMallocManaged(T** memory, std::size_t bytes, unsigned = cudaMemAttachGlobal) {
  return cudaMalloc(memory, bytes);
}
template <typename T>
cudaError_t cudaMallocAsync(T** memory, std::size_t bytes, cudaStream_t) {
  return cudaMalloc(memory, bytes);
}
template <typename T>
cudaError_t cudaMallocHost(T** memory, std::size_t bytes, unsigned = 0) {
  return cudaMalloc(memory, bytes);
}
template <typename T>
cudaError_t cudaHostAlloc(T** memory, std::size_t bytes, unsigned) {
  return cudaMalloc(memory, bytes);
}
template <typename T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned) {
  *device = static_cast<T*>(host);
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* memory) {
  if (memory == nullptr || superwarp_record::free_global(memory)) return cudaSuccess;
  return superwarp_record::told(cudaErrorInvalidDevicePointer);
}
inline cudaError_t cudaFreeAsync(void* memory, cudaStream_t) { return cudaFree(memory); }
inline cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = std::size_t{16} << 30U;
  *free = *total - superwarp_record::allocated_global();
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memmove(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  std::memset(memory, value, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes,
                                   cudaStream_t = nullptr) {
  return cudaMemset(memory, value, bytes);
}
template <typename T>
cudaError_t cudaMallocPitch(T** memory, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(memory, *pitch * height);
}
inline cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                std::size_t from_pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind) {
  for (std::size_t row = 0; row < height; ++row) {
    std::memmove(static_cast<char*>(to) + row * to_pitch,
                 static_cast<const char*>(from) + row * from_pitch, width);
  }
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                     std::size_t from_pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
inline cudaError_t cudaMemset2D(void* memory, std::size_t pitch, int value, std::size_t width,
                                std::size_t height) {
  for (std::size_t row = 0; row < height; ++row)
    std::memset(static_cast<char*>(memory) + row * pitch, value, width);
  return cudaSuccess;
}
inline cudaExtent make_cudaExtent(std::size_t w, std::size_t h, std::size_t d) { return {w, h, d}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* p, std::size_t pitch, std::size_t x,
                                          std::size_t y) {
  return {p, pitch, x, y};
}
inline cudaError_t cudaMemset2DAsync(void* memory, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height, cudaStream_t = nullptr) {
  return cudaMemset2D(memory, pitch, value, width, height);
}
inline cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                       cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width, extent.height * extent.depth);
}
template <typename Symbol>
cudaError_t cudaMemcpyToSymbol(Symbol& symbol, const void* from, std::size_t bytes,
                               std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) {
  std::memcpy(reinterpret_cast<char*>(const_cast<std::remove_const_t<Symbol>*>(&symbol)) + offset,
              from, bytes);
  return cudaSuccess;
}
template <typename Symbol>
cudaError_t cudaMemcpyToSymbolAsync(Symbol& symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t = nullptr) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <typename Symbol>
cudaError_t cudaMemcpyFromSymbol(void* to, const Symbol& symbol, std::size_t bytes,
                                 std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  std::memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes);
  return cudaSuccess;
}
template <typename Symbol>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const Symbol& symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t = nullptr) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
template <typename T, typename Symbol>
cudaError_t cudaGetSymbolAddress(T** address, Symbol& symbol) {
  *address = reinterpret_cast<T*>(const_cast<std::remove_const_t<Symbol>*>(&symbol));
  return cudaSuccess;
}
template <typename Symbol>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const Symbol&) {
  *bytes = sizeof(Symbol);
  return cudaSuccess;
}
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* all, const void* memory) {
  *all = {cudaMemoryTypeDevice, 0, const_cast<void*>(memory), const_cast<void*>(memory)};
  return cudaSuccess;
}
