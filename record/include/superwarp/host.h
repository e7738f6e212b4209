// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "superwarp/host_types.h"
#include "superwarp/kernel.h"
#include "superwarp/memory.h"

/// \file
/// The CUDA run-time API on the CPU: one device, everything synchronous. Streams keep order because
/// everything does; events are the host's clock.

// Devices: there is one.
inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  return superwarp_record::told(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* all, int device) {
  if (device != 0) return superwarp_record::told(cudaErrorInvalidDevice);
  std::memset(all, 0, sizeof(*all));
  std::strcpy(all->name, "superwarp record (CPU)");
  all->totalGlobalMem = std::size_t{16} << 30U;
  all->sharedMemPerBlock = 48 * 1024;
  all->sharedMemPerBlockOptin = 99 * 1024;
  all->sharedMemPerMultiprocessor = 100 * 1024;
  all->totalConstMem = 64 * 1024;
  all->memPitch = 0x7fffffff;
  all->textureAlignment = 512;
  all->regsPerBlock = all->regsPerMultiprocessor = 65536;
  all->warpSize = 32;
  all->maxThreadsPerBlock = 1024;
  all->maxThreadsDim[0] = all->maxThreadsDim[1] = 1024;
  all->maxThreadsDim[2] = 64;
  all->maxGridSize[0] = 0x7fffffff;
  all->maxGridSize[1] = all->maxGridSize[2] = 65535;
  all->clockRate = 1000000;
  all->major = 8;
  all->multiProcessorCount = 8;
  all->maxThreadsPerMultiProcessor = 2048;
  all->maxBlocksPerMultiProcessor = 16;
  all->memoryClockRate = 1000000;
  all->memoryBusWidth = 256;
  all->l2CacheSize = 4 << 20;
  all->deviceOverlap = all->canMapHostMemory = all->concurrentKernels = 1;
  all->unifiedAddressing = all->managedMemory = all->cooperativeLaunch = 1;
  all->asyncEngineCount = all->concurrentManagedAccess = 1;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp all;
  if (const cudaError_t error = cudaGetDeviceProperties(&all, device)) return error;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = all.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(all.sharedMemPerBlock);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(all.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(all.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrWarpSize:
      *value = 32;
      break;
    case cudaDevAttrMaxRegistersPerBlock:
      *value = all.regsPerBlock;
      break;
    case cudaDevAttrClockRate:
      *value = all.clockRate;
      break;
    case cudaDevAttrMemoryClockRate:
      *value = all.memoryClockRate;
      break;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = all.memoryBusWidth;
      break;
    case cudaDevAttrL2CacheSize:
      *value = all.l2CacheSize;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = all.multiProcessorCount;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = all.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = all.major;
      break;
    case cudaDevAttrComputeMode:
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrComputeCapabilityMinor:
      *value = 0;
      break;
    default:
      *value = 1;
  }
  return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
inline cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

#define SUPERWARP_NOTHING(NAME, PARAMETERS) \
  inline cudaError_t NAME PARAMETERS { return cudaSuccess; }
SUPERWARP_NOTHING(cudaDeviceSynchronize, ())
SUPERWARP_NOTHING(cudaThreadSynchronize, ())
SUPERWARP_NOTHING(cudaDeviceReset, ())
SUPERWARP_NOTHING(cudaThreadExit, ())
SUPERWARP_NOTHING(cudaProfilerStart, ())
SUPERWARP_NOTHING(cudaProfilerStop, ())
SUPERWARP_NOTHING(cudaSetDeviceFlags, (unsigned))
SUPERWARP_NOTHING(cudaDeviceSetLimit, (cudaLimit, std::size_t))
SUPERWARP_NOTHING(cudaDeviceSetCacheConfig, (cudaFuncCache))
SUPERWARP_NOTHING(cudaDeviceSetSharedMemConfig, (cudaSharedMemConfig))
SUPERWARP_NOTHING(cudaStreamSynchronize, (cudaStream_t))
SUPERWARP_NOTHING(cudaStreamQuery, (cudaStream_t))
SUPERWARP_NOTHING(cudaStreamWaitEvent, (cudaStream_t, cudaEvent_t, unsigned = 0))
SUPERWARP_NOTHING(cudaEventSynchronize, (cudaEvent_t))
SUPERWARP_NOTHING(cudaEventQuery, (cudaEvent_t))
SUPERWARP_NOTHING(cudaMemAdvise, (const void*, std::size_t, int, int))
SUPERWARP_NOTHING(cudaMemPrefetchAsync, (const void*, std::size_t, int, cudaStream_t = nullptr))
SUPERWARP_NOTHING(cudaStreamAttachMemAsync, (cudaStream_t, void*, std::size_t = 0, unsigned = 4))
SUPERWARP_NOTHING(cudaHostRegister, (void*, std::size_t, unsigned))
SUPERWARP_NOTHING(cudaHostUnregister, (void*))
SUPERWARP_NOTHING(cudaDeviceEnablePeerAccess, (int, unsigned))
SUPERWARP_NOTHING(cudaDeviceDisablePeerAccess, (int))
SUPERWARP_NOTHING(cudaCtxResetPersistingL2Cache, ())
SUPERWARP_NOTHING(cudaStreamSetAttribute, (cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue*))
SUPERWARP_NOTHING(cudaStreamGetAttribute, (cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue*))
inline cudaError_t cudaDeviceGetLimit(std::size_t* bytes, cudaLimit) {
  *bytes = 64 * 1024;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
inline cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  *device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:00:00.0");
  return cudaSuccess;
}
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
template <typename Kernel>
SUPERWARP_NOTHING(cudaFuncSetCacheConfig, (Kernel, cudaFuncCache))
template <typename Kernel>
SUPERWARP_NOTHING(cudaFuncSetSharedMemConfig, (Kernel, cudaSharedMemConfig))
template <typename Kernel>
SUPERWARP_NOTHING(cudaFuncSetAttribute, (Kernel, cudaFuncAttribute, int))

// Streams and events.
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = new superwarp_record::Stream;
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned = 0) {
  *event = new superwarp_record::EventRecord;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return cudaEventCreate(event);
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr) {
  event->time = std::chrono::steady_clock::now();
  return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
template <typename Callback, typename Data>
cudaError_t cudaStreamAddCallback(cudaStream_t stream, Callback callback, Data data, unsigned) {
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}
template <typename Function, typename Data>
cudaError_t cudaLaunchHostFunc(cudaStream_t, Function function, Data data) {
  function(data);
  return cudaSuccess;
}

// Memory.
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

// Kernels.
template <typename Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* all, Kernel) {
  std::memset(all, 0, sizeof(*all));
  all->maxThreadsPerBlock = 1024;
  all->numRegs = 32;
  all->ptxVersion = all->binaryVersion = 80;
  all->maxDynamicSharedSizeBytes = 48 * 1024;
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int threads,
                                                          std::size_t dynamic = 0) {
  const int by_threads = 2048 / (threads < 32 ? 32 : threads);
  const int by_shared = dynamic == 0 ? 16 : static_cast<int>(100 * 1024 / dynamic);
  *blocks = by_threads < by_shared ? by_threads : by_shared;
  if (*blocks > 16) *blocks = 16;
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel kernel,
                                                                   int threads, std::size_t dynamic,
                                                                   unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, dynamic);
}
template <typename Kernel, typename Bytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, Kernel, Bytes,
                                                           int limit = 0) {
  *block = limit > 0 && limit < 256 ? limit : 256;
  *grid = 8 * 8;
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, Kernel, std::size_t = 0,
                                               int limit = 0) {
  *block = limit > 0 && limit < 256 ? limit : 256;
  *grid = 8 * 8;
  return cudaSuccess;
}

namespace superwarp_record {
template <typename... Parameters, std::size_t... Number>
void call_with(void (*kernel)(Parameters...), void** arguments, std::index_sequence<Number...>) {
  kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[Number])...);
}

template <typename... Parameters>
cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchConfiguration& configuration,
                          void** arguments) {
  run("cudaLaunchKernel", configuration,
      [=] { call_with(kernel, arguments, std::index_sequence_for<Parameters...>()); });
  return cudaSuccess;
}
}  // namespace superwarp_record

template <typename Kernel>
cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic = 0, cudaStream_t = nullptr) {
  return superwarp_record::launch_kernel(kernel, {grid, block, dynamic, false}, arguments);
}
template <typename Kernel>
cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t dynamic = 0, cudaStream_t = nullptr) {
  return superwarp_record::launch_kernel(kernel, {grid, block, dynamic, true}, arguments);
}
