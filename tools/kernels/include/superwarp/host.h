// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "superwarp/host_types.h"
#include "superwarp/kernel.h"

/// \file
/// The CUDA run-time API on the CPU: one device, whose memory is the host's, everything
/// synchronous. Streams keep order because everything does; events are the host's clock.

/// A function that does these statements and succeeds.
#define SUPERWARP_DOES(NAME, PARAMETERS, ...) \
  inline cudaError_t NAME PARAMETERS {        \
    __VA_ARGS__;                              \
    return cudaSuccess;                       \
  }
/// A function that is a call of another one.
#define SUPERWARP_IS(NAME, PARAMETERS, CALL) \
  inline cudaError_t NAME PARAMETERS { return CALL; }

// Devices: there is one.
SUPERWARP_DOES(cudaGetDeviceCount, (int* count), *count = 1)
SUPERWARP_DOES(cudaGetDevice, (int* device), *device = 0)
SUPERWARP_DOES(cudaChooseDevice, (int* device, const cudaDeviceProp*), *device = 0)
SUPERWARP_IS(cudaSetDevice, (int device), superwarp_record::told(device == 0 ? cudaSuccess : cudaErrorInvalidDevice))
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* all, int device) {
  if (device != 0) return superwarp_record::told(cudaErrorInvalidDevice);
  std::memset(all, 0, sizeof(*all));
  std::strcpy(all->name, "superwarp record (CPU)");
  all->totalGlobalMem = std::size_t{16} << 30U;
  all->sharedMemPerBlockOptin = superwarp_record::most_shared();
  all->sharedMemPerBlock = superwarp_record::free_shared();
  all->sharedMemPerMultiprocessor = all->sharedMemPerBlockOptin + 1024;
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
  *value = 1;
#define X(name, number, result) \
  if (attribute == cudaDevAttr##name) *value = static_cast<int>(result);
  SUPERWARP_ATTRIBUTES(X)
#undef X
  return cudaSuccess;
}
SUPERWARP_DOES(cudaDriverGetVersion, (int* version), *version = CUDART_VERSION)
SUPERWARP_DOES(cudaRuntimeGetVersion, (int* version), *version = CUDART_VERSION)
SUPERWARP_DOES(cudaDeviceGetLimit, (std::size_t * bytes, cudaLimit), *bytes = 64 * 1024)
SUPERWARP_DOES(cudaDeviceGetSharedMemConfig, (cudaSharedMemConfig * config), *config = cudaSharedMemBankSizeFourByte)
SUPERWARP_DOES(cudaDeviceGetPCIBusId, (char* text, int size, int),
               std::snprintf(text, static_cast<std::size_t>(size), "0000:00:00.0"))
SUPERWARP_DOES(cudaDeviceCanAccessPeer, (int* can, int, int), *can = 0)

// Calls that have nothing to do here.
SUPERWARP_DOES(cudaDeviceSynchronize, ())
SUPERWARP_DOES(cudaThreadSynchronize, ())
SUPERWARP_DOES(cudaDeviceReset, ())
SUPERWARP_DOES(cudaThreadExit, ())
SUPERWARP_DOES(cudaProfilerStart, ())
SUPERWARP_DOES(cudaProfilerStop, ())
SUPERWARP_DOES(cudaSetDeviceFlags, (unsigned))
SUPERWARP_DOES(cudaDeviceSetLimit, (cudaLimit, std::size_t))
SUPERWARP_DOES(cudaDeviceSetCacheConfig, (cudaFuncCache))
SUPERWARP_DOES(cudaDeviceSetSharedMemConfig, (cudaSharedMemConfig))
SUPERWARP_DOES(cudaStreamSynchronize, (cudaStream_t))
SUPERWARP_DOES(cudaStreamQuery, (cudaStream_t))
SUPERWARP_DOES(cudaStreamWaitEvent, (cudaStream_t, cudaEvent_t, unsigned = 0))
SUPERWARP_DOES(cudaEventSynchronize, (cudaEvent_t))
SUPERWARP_DOES(cudaEventQuery, (cudaEvent_t))
SUPERWARP_DOES(cudaMemAdvise, (const void*, std::size_t, int, int))
SUPERWARP_DOES(cudaMemPrefetchAsync, (const void*, std::size_t, int, cudaStream_t = nullptr))
SUPERWARP_DOES(cudaStreamAttachMemAsync, (cudaStream_t, void*, std::size_t = 0, unsigned = 4))
SUPERWARP_DOES(cudaHostRegister, (void*, std::size_t, unsigned))
SUPERWARP_DOES(cudaHostUnregister, (void*))
SUPERWARP_DOES(cudaDeviceEnablePeerAccess, (int, unsigned))
SUPERWARP_DOES(cudaDeviceDisablePeerAccess, (int))
SUPERWARP_DOES(cudaCtxResetPersistingL2Cache, ())
SUPERWARP_DOES(cudaStreamSetAttribute, (cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue*))
SUPERWARP_DOES(cudaStreamGetAttribute, (cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue*))
template <typename Kernel>
SUPERWARP_DOES(cudaFuncSetCacheConfig, (Kernel, cudaFuncCache))
template <typename Kernel>
SUPERWARP_DOES(cudaFuncSetSharedMemConfig, (Kernel, cudaSharedMemConfig))

// Memory.
template <typename T>
cudaError_t cudaMalloc(T** memory, std::size_t bytes) {
  *memory = static_cast<T*>(superwarp_record::allocate_global(bytes));
  return superwarp_record::told(*memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}
template <typename T>
SUPERWARP_IS(cudaMallocManaged, (T * *memory, std::size_t bytes, unsigned = cudaMemAttachGlobal),
             cudaMalloc(memory, bytes))
template <typename T>
SUPERWARP_IS(cudaMallocAsync, (T * *memory, std::size_t bytes, cudaStream_t), cudaMalloc(memory, bytes))
template <typename T>
SUPERWARP_IS(cudaMallocHost, (T * *memory, std::size_t bytes, unsigned = 0), cudaMalloc(memory, bytes))
template <typename T>
SUPERWARP_IS(cudaHostAlloc, (T * *memory, std::size_t bytes, unsigned), cudaMalloc(memory, bytes))
template <typename T>
SUPERWARP_DOES(cudaHostGetDevicePointer, (T * *device, void* host, unsigned), *device = static_cast<T*>(host))
inline cudaError_t cudaFree(void* memory) {
  if (memory == nullptr || superwarp_record::free_global(memory)) return cudaSuccess;
  return superwarp_record::told(cudaErrorInvalidDevicePointer);
}
SUPERWARP_IS(cudaFreeAsync, (void* memory, cudaStream_t), cudaFree(memory))
SUPERWARP_IS(cudaFreeHost, (void* memory), cudaFree(memory))
SUPERWARP_DOES(cudaMemGetInfo, (std::size_t * free, std::size_t* total), *total = std::size_t{16} << 30U,
               *free = *total - superwarp_record::allocated_global())
SUPERWARP_DOES(cudaMemcpy, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind),
               std::memmove(to, from, bytes))
SUPERWARP_DOES(cudaMemcpyAsync, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t = nullptr),
               std::memmove(to, from, bytes))
SUPERWARP_DOES(cudaMemcpyPeer, (void* to, int, const void* from, int, std::size_t bytes), std::memmove(to, from, bytes))
SUPERWARP_DOES(cudaMemcpyPeerAsync, (void* to, int, const void* from, int, std::size_t bytes, cudaStream_t = nullptr),
               std::memmove(to, from, bytes))
SUPERWARP_DOES(cudaMemset, (void* memory, int value, std::size_t bytes), std::memset(memory, value, bytes))
SUPERWARP_DOES(cudaMemsetAsync, (void* memory, int value, std::size_t bytes, cudaStream_t = nullptr),
               std::memset(memory, value, bytes))
template <typename T>
cudaError_t cudaMallocPitch(T** memory, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(memory, *pitch * height);
}
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind, cudaStream_t = nullptr) {
  for (std::size_t row = 0; row < height; ++row)
    std::memmove(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
  return cudaSuccess;
}
SUPERWARP_IS(cudaMemcpy2D,
             (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
              std::size_t height, cudaMemcpyKind kind),
             cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind))
inline cudaError_t cudaMemset2DAsync(void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height,
                                     cudaStream_t = nullptr) {
  for (std::size_t row = 0; row < height; ++row) std::memset(static_cast<char*>(memory) + row * pitch, value, width);
  return cudaSuccess;
}
SUPERWARP_IS(cudaMemset2D, (void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height),
             cudaMemset2DAsync(memory, pitch, value, width, height))
inline cudaExtent make_cudaExtent(std::size_t w, std::size_t h, std::size_t d) { return {w, h, d}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* p, std::size_t pitch, std::size_t x, std::size_t y) {
  return {p, pitch, x, y};
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width, extent.height * extent.depth);
}
template <typename T, typename Symbol>
SUPERWARP_DOES(cudaGetSymbolAddress, (T * *address, Symbol& symbol),
               *address = reinterpret_cast<T*>(const_cast<std::remove_const_t<Symbol>*>(&symbol)))
template <typename Symbol>
SUPERWARP_DOES(cudaGetSymbolSize, (std::size_t * bytes, const Symbol&), *bytes = sizeof(Symbol))
template <typename Symbol>
cudaError_t cudaMemcpyToSymbol(Symbol& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  char* to = nullptr;
  cudaGetSymbolAddress(&to, symbol);
  std::memcpy(to + offset, from, bytes);
  return cudaSuccess;
}
template <typename Symbol>
SUPERWARP_IS(cudaMemcpyToSymbolAsync,
             (Symbol & symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
              cudaStream_t = nullptr),
             cudaMemcpyToSymbol(symbol, from, bytes, offset, kind))
template <typename Symbol>
SUPERWARP_DOES(cudaMemcpyFromSymbol,
               (void* to, const Symbol& symbol, std::size_t bytes, std::size_t offset = 0,
                cudaMemcpyKind = cudaMemcpyDeviceToHost),
               std::memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes))
template <typename Symbol>
SUPERWARP_IS(cudaMemcpyFromSymbolAsync,
             (void* to, const Symbol& symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
              cudaStream_t = nullptr),
             cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind))
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* all, const void* memory) {
  *all = {cudaMemoryTypeDevice, 0, const_cast<void*>(memory), const_cast<void*>(memory)};
  return cudaSuccess;
}

// Streams and events.
SUPERWARP_DOES(cudaStreamCreate, (cudaStream_t * stream), *stream = new superwarp_record::Stream)
SUPERWARP_IS(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned), cudaStreamCreate(stream))
SUPERWARP_IS(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned, int), cudaStreamCreate(stream))
SUPERWARP_DOES(cudaStreamDestroy, (cudaStream_t stream), delete stream)
SUPERWARP_DOES(cudaDeviceGetStreamPriorityRange, (int* least, int* greatest), *least = *greatest = 0)
SUPERWARP_DOES(cudaEventCreate, (cudaEvent_t * event, unsigned = 0), *event = new superwarp_record::EventRecord)
SUPERWARP_IS(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned), cudaEventCreate(event))
SUPERWARP_DOES(cudaEventRecord, (cudaEvent_t event, cudaStream_t = nullptr),
               event->time = std::chrono::steady_clock::now())
SUPERWARP_DOES(cudaEventElapsedTime, (float* milliseconds, cudaEvent_t begin, cudaEvent_t end),
               *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count())
SUPERWARP_DOES(cudaEventDestroy, (cudaEvent_t event), delete event)
template <typename Callback, typename Data>
SUPERWARP_DOES(cudaStreamAddCallback, (cudaStream_t stream, Callback callback, Data data, unsigned),
               callback(stream, cudaSuccess, data))
template <typename Function, typename Data>
SUPERWARP_DOES(cudaLaunchHostFunc, (cudaStream_t, Function function, Data data), function(data))

// Kernels.
template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  return superwarp_record::told(value >= 0 && superwarp_record::allow_dynamic(reinterpret_cast<const void*>(kernel),
                                                                              static_cast<std::size_t>(value))
                                    ? cudaSuccess
                                    : cudaErrorInvalidValue);
}
template <typename Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* all, Kernel* kernel) {
  std::memset(all, 0, sizeof(*all));
  all->sharedSizeBytes = superwarp_record::static_shared(reinterpret_cast<const void*>(kernel));
  all->maxThreadsPerBlock = 1024;
  all->numRegs = 32;
  all->ptxVersion = all->binaryVersion = 80;
  all->maxDynamicSharedSizeBytes =
      static_cast<int>(superwarp_record::dynamic_limit(reinterpret_cast<const void*>(kernel)));
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int threads, std::size_t dynamic = 0) {
  const int by_threads = 2048 / (threads < 32 ? 32 : threads);
  const int by_shared = dynamic == 0 ? 16 : static_cast<int>(228 * 1024 / dynamic);
  *blocks = by_threads < by_shared ? by_threads : by_shared;
  if (*blocks > 16) *blocks = 16;
  return cudaSuccess;
}
template <typename Kernel>
SUPERWARP_IS(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
             (int* blocks, Kernel kernel, int threads, std::size_t dynamic, unsigned),
             cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, dynamic))
template <typename Kernel, typename Bytes>
SUPERWARP_DOES(cudaOccupancyMaxPotentialBlockSizeVariableSMem, (int* grid, int* block, Kernel, Bytes, int limit = 0),
               *grid = 8 * 8, *block = limit > 0 && limit < 256 ? limit : 256)
template <typename Kernel>
SUPERWARP_IS(cudaOccupancyMaxPotentialBlockSize,
             (int* grid, int* block, Kernel kernel, std::size_t bytes = 0, int limit = 0),
             cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, bytes, limit))

namespace superwarp_record {
  template <typename... Parameters, std::size_t... Number>
  SUPERWARP_APART void call_with(void (*kernel)(Parameters...), void** arguments, std::index_sequence<Number...>) {
    kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[Number])...);
  }

  template <typename... Parameters>
  cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchConfiguration& configuration, void** arguments) {
    return run("cudaLaunchKernel", configuration,
               [=] { call_with(kernel, arguments, std::index_sequence_for<Parameters...>()); });
  }
}  // namespace superwarp_record

#define SUPERWARP_LAUNCH(NAME, TOGETHER)                                                             \
  template <typename Kernel>                                                                         \
  cudaError_t NAME(Kernel* kernel, dim3 grid, dim3 block, void** arguments, std::size_t dynamic = 0, \
                   cudaStream_t = nullptr) {                                                         \
    return superwarp_record::launch_kernel(kernel, {grid, block, dynamic, TOGETHER}, arguments);     \
  }
SUPERWARP_LAUNCH(cudaLaunchKernel, false)
SUPERWARP_LAUNCH(cudaLaunchCooperativeKernel, true)
