// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/gpu/access.h"

/// \file
/// Own or published GPU measurements: "superwarp.measurement/1", documented in
/// data/measurements/README.md.

namespace superwarp::crosscheck {

/// Threads of a warp on every CUDA GPU.
inline constexpr std::uint32_t kWarpThreads = 32;

enum class GpuMemory : std::uint8_t { kShared, kGlobal, kConstant, kTexture };

/// The elements that a pattern's threads request. An element has 32, 64 or 128 bits.
enum class AccessKind : std::uint8_t {
  kConflict,  ///< in each part, `parameter` threads in one bank, every word distinct
  kMerge,     ///< `parameter` neighbours request the same element; elements all in one bank
  kStride,    ///< thread t requests element t * parameter
  kUniform,   ///< every thread draws an element of the first `words` words, `sets` times
  kWorkload,  ///< a workload of this project, on a bank mapping
  kLanes      ///< any accesses, lane by lane
};

/// `count` times the same access.
struct CountedAccess {
  gpu::Access access;
  std::uint64_t count = 1;
  bool drops_result = false;  ///< an atomic whose result is not used
};

struct Access {
  AccessKind kind = AccessKind::kStride;
  std::uint32_t parameter = 1;       ///< degree, sharers or stride, 1 ..
  std::uint64_t words = 0;           ///< uniform: range of the addresses
  std::uint32_t sets = 1;            ///< uniform: accesses of a warp, each drawn independently
  std::uint64_t seed = 1;            ///< of uniform, random workloads and mappings
  std::string workload;              ///< a name of sim/workload/workload.h
  std::uint64_t size = 0;            ///< of the workload
  std::string permutation;           ///< of workloads that permute; may be empty
  std::string mapping = "identity";  ///< of the workload's memory
  std::vector<CountedAccess> lanes;  ///< kLanes
};

enum class AccessOp : std::uint8_t { kRead, kWrite, kWriteRead };

/// The measured quantity.
enum class Quantity : std::uint8_t {
  kTime,        ///< from the first request to the last word of the whole pattern
  kThroughput,  ///< time per warp access of an SM that always has requests
  kSlots,       ///< mean congestion of a warp's access; nothing is fitted
  kCounter      ///< a profiler's count of all accesses; nothing is fitted
};

/// One measured value.
struct Pattern {
  std::string id;  ///< unique in its file
  GpuMemory memory = GpuMemory::kShared;
  AccessOp op = AccessOp::kRead;  ///< unused by workloads and lanes
  std::uint32_t bits = 32;        ///< accessed by a thread; of lanes, the most
  std::uint32_t warps = 1;        ///< that access at the same time, 1 .. 32
  /// Sub-cores that these warps are spread over; absent: as many as possible.
  std::optional<std::uint32_t> sub_cores;
  Access access;
  Quantity quantity = Quantity::kTime;
  std::string unit;           ///< cycles, ns, us, ms; slots; accesses/cycle; a counter's
  double value = 0;           ///< in that unit
  std::optional<double> low;  ///< quartiles of the repetitions
  std::optional<double> high;
  std::optional<std::uint64_t> repetitions;
  std::string bound;      ///< what bounds the time from below instead of the banks; else empty
  std::string explained;  ///< why the value is not what any rule of banks gives; else empty
  std::string note;

  /// The value as a time: the reciprocal of accesses/cycle.
  [[nodiscard]] double cost() const { return inverse_unit() ? 1 / value : value; }
  /// The unit of cost().
  [[nodiscard]] std::string cost_unit() const { return inverse_unit() ? "cycles" : unit; }

 private:
  [[nodiscard]] bool inverse_unit() const { return unit == "accesses/cycle"; }
};

/// The GPU; texts may be empty and numbers absent in publications.
struct MeasuredDevice {
  std::string name;
  std::string compute_capability;
  std::optional<std::uint64_t> multiprocessors;
  std::optional<double> clock_mhz;         ///< of the SMs, reported by the driver
  std::optional<double> memory_clock_mhz;  ///< reported by the driver
  std::string driver;                      ///< version of CUDA that the driver supports
  std::string cuda;                        ///< version of the CUDA runtime
};

struct Measurement {
  std::string file;        ///< as given by the user
  std::string name;        ///< of the file, without folder and .json
  bool published = false;  ///< else measured by cuda/
  std::string source;      ///< publication and place in it, or the program and its version
  std::string date;        ///< YYYY-MM-DD; may be empty in publications
  MeasuredDevice device;
  std::string gpu;  ///< the matching description in data/gpus; empty: none
  std::string notes;
  std::vector<Pattern> patterns;
};

/// Names in the files.
std::string name_of(GpuMemory memory);
std::string name_of(AccessOp op);
std::string name_of(Quantity quantity);
std::string name_of(AccessKind kind);

/// The name of Access::parameter for this kind: degree, sharers, stride; empty for others.
std::string parameter_name(AccessKind kind);

/// Throws InputError with file:line, what was found and what was expected.
Measurement read_measurement(const std::string& file);

/// The file's text, which read_measurement() reads back unchanged.
std::string measurement_text(const Measurement& measurement);

}  // namespace superwarp::crosscheck
