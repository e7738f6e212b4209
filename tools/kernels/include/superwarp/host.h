// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "superwarp/host_memory.h"
#include "superwarp/host_types.h"
#include "superwarp/kernel.h"

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

// Kernels.
template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  return superwarp_record::told(
      value >= 0 && superwarp_record::allow_dynamic(reinterpret_cast<const void*>(kernel),
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
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int threads,
                                                          std::size_t dynamic = 0) {
  const int by_threads = 2048 / (threads < 32 ? 32 : threads);
  const int by_shared = dynamic == 0 ? 16 : static_cast<int>(228 * 1024 / dynamic);
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
SUPERWARP_APART void call_with(void (*kernel)(Parameters...), void** arguments,
                               std::index_sequence<Number...>) {
  kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[Number])...);
}

template <typename... Parameters>
cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchConfiguration& configuration,
                          void** arguments) {
  return run("cudaLaunchKernel", configuration,
             [=] { call_with(kernel, arguments, std::index_sequence_for<Parameters...>()); });
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
