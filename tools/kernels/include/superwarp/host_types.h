// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

/// \file
/// The types of the CUDA run-time API: errors, enumerations, structures.

#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

#define SUPERWARP_ERRORS(X)                                                           \
  X(cudaSuccess, 0, "no error")                                                       \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                     \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                    \
  X(cudaErrorInitializationError, 3, "initialization error")                          \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")               \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                            \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                              \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                      \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")         \
  X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient")           \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                    \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                     \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                   \
  X(cudaErrorNotReady, 600, "device not ready")                                       \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")         \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")    \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")           \
  X(cudaErrorHostMemoryAlreadyRegistered, 712, "memory already registered")           \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")         \
  X(cudaErrorAssert, 710, "device-side assert triggered")                             \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch") \
  X(cudaErrorNotPermitted, 800, "operation not permitted")                            \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                        \
  X(cudaErrorNotSupported, 801, "operation not supported")                            \
  X(cudaErrorUnknown, 999, "unknown error")
enum cudaError {
#define X(name, number, text) name = number,
  SUPERWARP_ERRORS(X)
#undef X
};
using cudaError_t = cudaError;

namespace superwarp_record {

inline cudaError_t last_error = cudaSuccess;

inline cudaError_t told(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

struct ErrorText {
  const char* name;
  const char* text;
};
ErrorText text_of(cudaError_t error);

struct Stream {};
struct EventRecord {
  std::chrono::steady_clock::time_point time;
};

}  // namespace superwarp_record

#define X(name, number, text) \
  if (error == name) return {#name, text};
inline superwarp_record::ErrorText superwarp_record::text_of(cudaError_t error) {
  SUPERWARP_ERRORS(X)
  return {"cudaErrorUnknown", "unknown error"};
}
#undef X
inline const char* cudaGetErrorName(cudaError_t error) { return superwarp_record::text_of(error).name; }
inline const char* cudaGetErrorString(cudaError_t error) { return superwarp_record::text_of(error).text; }
inline cudaError_t cudaGetLastError() {
  const cudaError_t error = superwarp_record::last_error;
  superwarp_record::last_error = cudaSuccess;
  return error;
}
inline cudaError_t cudaPeekAtLastError() { return superwarp_record::last_error; }

using cudaStream_t = superwarp_record::Stream*;
using cudaEvent_t = superwarp_record::EventRecord*;
// clang-format off
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncCache {
  cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
  cudaLimitPersistingL2CacheSize = 6
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaComputeMode {
  cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
enum cudaAccessProperty {
  cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting
};
enum cudaStreamAttrID {
  cudaStreamAttributeAccessPolicyWindow = 1, cudaStreamAttributeSynchronizationPolicy = 3
};
// clang-format on

/// cudaDevAttr##name, its number, and its value in terms of the properties `all`.
#define SUPERWARP_ATTRIBUTES(X)                                           \
  X(MaxThreadsPerBlock, 1, all.maxThreadsPerBlock)                        \
  X(MaxBlockDimX, 2, 1)                                                   \
  X(MaxGridDimX, 5, 1)                                                    \
  X(MaxSharedMemoryPerBlock, 8, all.sharedMemPerBlock)                    \
  X(TotalConstantMemory, 9, 1)                                            \
  X(WarpSize, 10, 32)                                                     \
  X(MaxRegistersPerBlock, 12, all.regsPerBlock)                           \
  X(ClockRate, 13, all.clockRate)                                         \
  X(GpuOverlap, 15, 1)                                                    \
  X(MultiProcessorCount, 16, all.multiProcessorCount)                     \
  X(KernelExecTimeout, 17, 0)                                             \
  X(Integrated, 18, 0)                                                    \
  X(CanMapHostMemory, 19, 1)                                              \
  X(ComputeMode, 20, 0)                                                   \
  X(ConcurrentKernels, 31, 1)                                             \
  X(MemoryClockRate, 36, all.memoryClockRate)                             \
  X(GlobalMemoryBusWidth, 37, all.memoryBusWidth)                         \
  X(L2CacheSize, 38, all.l2CacheSize)                                     \
  X(MaxThreadsPerMultiProcessor, 39, all.maxThreadsPerMultiProcessor)     \
  X(AsyncEngineCount, 40, 1)                                              \
  X(UnifiedAddressing, 41, 1)                                             \
  X(ComputeCapabilityMajor, 75, all.major)                                \
  X(ComputeCapabilityMinor, 76, 0)                                        \
  X(StreamPrioritiesSupported, 78, 1)                                     \
  X(MaxSharedMemoryPerMultiprocessor, 81, all.sharedMemPerMultiprocessor) \
  X(ManagedMemory, 83, 1)                                                 \
  X(PageableMemoryAccess, 88, 1)                                          \
  X(ConcurrentManagedAccess, 89, 1)                                       \
  X(ComputePreemptionSupported, 90, 1)                                    \
  X(CanUseHostPointerForRegisteredMem, 91, 1)                             \
  X(CooperativeLaunch, 95, 1)                                             \
  X(MaxSharedMemoryPerBlockOptin, 97, all.sharedMemPerBlockOptin)         \
  X(HostRegisterSupported, 99, 1)                                         \
  X(DirectManagedMemAccessFromHost, 101, 1)                               \
  X(MaxBlocksPerMultiprocessor, 106, 1)                                   \
  X(MaxPersistingL2CacheSize, 108, 1)                                     \
  X(MemoryPoolsSupported, 115, 1)
enum cudaDeviceAttr {
#define X(name, number, value) cudaDevAttr##name = number,
  SUPERWARP_ATTRIBUTES(X)
#undef X
};

constexpr int cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2;
constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;
constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
constexpr unsigned cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1;
constexpr unsigned cudaEventInterprocess = 4;
constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
                   cudaHostAllocWriteCombined = 4;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2;
constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4;
constexpr unsigned cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
                   cudaDeviceBlockingSync = 4, cudaDeviceScheduleBlockingSync = 4, cudaDeviceMapHost = 8;

struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  int major, minor, deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated;
  int canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID, pciDeviceID;
  int pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate;
  int memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported;
  int globalL1CacheSupported, localL1CacheSupported, managedMemory, isMultiGpuBoard;
  int regsPerMultiprocessor, cooperativeLaunch, concurrentManagedAccess, pageableMemoryAccess;
  int maxBlocksPerMultiProcessor, computePreemptionSupported;
  std::size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
  int persistingL2CacheMaxSize, accessPolicyMaxWindowSize, hostNativeAtomicSupported;
  int directManagedMemAccessFromHost, canUseHostPointerForRegisteredMem, hostRegisterSupported;
  int pageableMemoryAccessUsesHostPageTables, singleToDoublePrecisionPerfRatio;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2];
  int maxTexture2DLayered[3], memoryPoolsSupported;
  std::size_t surfaceAlignment, texturePitchAlignment, reservedSharedMemPerBlock;
  char uuid[16];
};

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
union cudaStreamAttrValue {
  cudaAccessPolicyWindow accessPolicyWindow;
  int syncPolicy;
};
struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
