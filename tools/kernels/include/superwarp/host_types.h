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

struct Stream {};
struct EventRecord {
  std::chrono::steady_clock::time_point time;
};

}  // namespace superwarp_record

inline const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define X(name, number, text) \
  case name:                  \
    return #name;
    SUPERWARP_ERRORS(X)
#undef X
  }
  return "cudaErrorUnknown";
}
inline const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define X(name, number, text) \
  case name:                  \
    return text;
    SUPERWARP_ERRORS(X)
#undef X
  }
  return "unknown error";
}
inline cudaError_t cudaGetLastError() {
  const cudaError_t error = superwarp_record::last_error;
  superwarp_record::last_error = cudaSuccess;
  return error;
}
inline cudaError_t cudaPeekAtLastError() { return superwarp_record::last_error; }

using cudaStream_t = superwarp_record::Stream*;
using cudaEvent_t = superwarp_record::EventRecord*;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitPersistingL2CacheSize = 6
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaDeviceAttr {
  cudaDevAttrGpuOverlap = 15,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrTotalConstantMemory = 9,
  cudaDevAttrAsyncEngineCount = 40,
  cudaDevAttrStreamPrioritiesSupported = 78,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrComputePreemptionSupported = 90,
  cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
  cudaDevAttrHostRegisterSupported = 99,
  cudaDevAttrDirectManagedMemAccessFromHost = 101,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrMaxPersistingL2CacheSize = 108,
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrKernelExecTimeout = 17,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrConcurrentKernels = 31,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMemoryPoolsSupported = 115
};
enum cudaComputeMode {
  cudaComputeModeDefault,
  cudaComputeModeExclusive,
  cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered,
  cudaMemoryTypeHost,
  cudaMemoryTypeDevice,
  cudaMemoryTypeManaged
};
constexpr int cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2;
constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;
constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
constexpr unsigned cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1;
constexpr unsigned cudaEventInterprocess = 4;
constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
                   cudaHostAllocWriteCombined = 4;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1,
                   cudaHostRegisterMapped = 2;
constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4;
constexpr unsigned cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1,
                   cudaDeviceScheduleYield = 2, cudaDeviceBlockingSync = 4,
                   cudaDeviceScheduleBlockingSync = 4, cudaDeviceMapHost = 8;

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

enum cudaAccessProperty {
  cudaAccessPropertyNormal,
  cudaAccessPropertyStreaming,
  cudaAccessPropertyPersisting
};
struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
enum cudaStreamAttrID {
  cudaStreamAttributeAccessPolicyWindow = 1,
  cudaStreamAttributeSynchronizationPolicy = 3
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
