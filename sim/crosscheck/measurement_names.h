#pragma once

#include <array>
#include <utility>

#include "sim/crosscheck/measurement.h"

/// \file
/// The words that measurement files use for kinds of things, for their reader and writer.

namespace superwarp::crosscheck {

inline constexpr const char* kMeasurementSchema = "superwarp.measurement/1";

inline constexpr std::array<std::pair<GpuMemory, const char*>, 4> kMemoryNames = {
    {{GpuMemory::kShared, "shared"},
     {GpuMemory::kGlobal, "global"},
     {GpuMemory::kConstant, "constant"},
     {GpuMemory::kTexture, "texture"}}};

inline constexpr std::array<std::pair<AccessOp, const char*>, 3> kOpNames = {
    {{AccessOp::kRead, "read"}, {AccessOp::kWrite, "write"}, {AccessOp::kWriteRead, "write-read"}}};

inline constexpr std::array<std::pair<Quantity, const char*>, 3> kQuantityNames = {
    {{Quantity::kTime, "time"},
     {Quantity::kThroughput, "throughput"},
     {Quantity::kSlots, "slots"}}};

inline constexpr std::array<std::pair<AccessKind, const char*>, 5> kAccessNames = {
    {{AccessKind::kConflict, "conflict"},
     {AccessKind::kMerge, "merge"},
     {AccessKind::kStride, "stride"},
     {AccessKind::kUniform, "uniform"},
     {AccessKind::kWorkload, "workload"}}};

}  // namespace superwarp::crosscheck
