// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What was measured on a GPU, or published of one: "superwarp.measurement/1", documented for
/// people in data/measurements/README.md.

namespace superwarp::crosscheck {

/// Threads of a warp on every GPU that CUDA knows.
inline constexpr std::uint32_t kWarpThreads = 32;

enum class GpuMemory : std::uint8_t { kShared, kGlobal, kConstant, kTexture };

/// What a pattern's threads request. Elements are what one thread accesses: 32, 64 or 128 bits.
enum class AccessKind : std::uint8_t {
  kConflict,  ///< in each part, `parameter` threads in one bank, every word distinct
  kMerge,     ///< `parameter` neighbours request the same element; elements all in one bank
  kStride,    ///< thread t requests element t * parameter
  kUniform,   ///< every thread draws an element of the first `words` words; `sets` such accesses
  kWorkload   ///< a workload of this project, on a bank mapping
};

struct Access {
  AccessKind kind = AccessKind::kStride;
  std::uint32_t parameter = 1;       ///< degree, sharers or stride, 1 ..
  std::uint64_t words = 0;           ///< uniform: memory that addresses are drawn from
  std::uint32_t sets = 1;            ///< uniform: accesses of a warp, each drawn anew
  std::uint64_t seed = 1;            ///< uniform and random workloads and mappings
  std::string workload;              ///< its name, see sim/workload/workload.h
  std::uint64_t size = 0;            ///< of the workload
  std::string permutation;           ///< of workloads that permute; empty: none named
  std::string mapping = "identity";  ///< of the workload's memory
};

enum class AccessOp : std::uint8_t { kRead, kWrite, kWriteRead };

/// What the value of a pattern is.
enum class Quantity : std::uint8_t {
  kTime,        ///< from the first request to the last word of the whole pattern
  kThroughput,  ///< time from warp access to warp access of the SM when requests never run out
  kSlots        ///< mean congestion of a warp's access: no time, and nothing to fit
};

/// One figure.
struct Pattern {
  std::string id;  ///< unique in its file
  GpuMemory memory = GpuMemory::kShared;
  AccessOp op = AccessOp::kRead;  ///< meaningless for a workload, which has its own
  std::uint32_t bits = 32;        ///< that a thread accesses: 32, 64, 128
  std::uint32_t warps = 1;        ///< that access at the same time, 1 .. 32
  /// Sub-cores of the SM that these warps are spread over; where absent, as many as there are.
  std::optional<std::uint32_t> sub_cores;
  Access access;
  Quantity quantity = Quantity::kTime;
  std::string unit;           ///< cycles, ns, us, ms; slots; accesses/cycle
  double value = 0;           ///< in that unit
  std::optional<double> low;  ///< quartiles of the repetitions
  std::optional<double> high;
  std::optional<std::uint64_t> repetitions;
  std::string note;

  /// The value as a time: accesses/cycle turned over.
  [[nodiscard]] double cost() const { return inverse_unit() ? 1 / value : value; }
  /// The unit of cost().
  [[nodiscard]] std::string cost_unit() const { return inverse_unit() ? "cycles" : unit; }

 private:
  [[nodiscard]] bool inverse_unit() const { return unit == "accesses/cycle"; }
};

/// The GPU; texts are empty and numbers absent where a publication does not tell them.
struct MeasuredDevice {
  std::string name;
  std::string compute_capability;
  std::optional<std::uint64_t> multiprocessors;
  std::optional<double> clock_mhz;         ///< of the SMs, as the driver reports it
  std::optional<double> memory_clock_mhz;  ///< likewise
  std::string driver;                      ///< version of CUDA that the driver supports
  std::string cuda;                        ///< version of the CUDA runtime
};

struct Measurement {
  std::string file;        ///< where it was read from
  std::string name;        ///< of the file, without its folder and .json
  bool published = false;  ///< else measured by cuda/
  std::string source;      ///< publication and place in it, or the program and its version
  std::string date;        ///< YYYY-MM-DD; empty if a publication does not tell
  MeasuredDevice device;
  std::string gpu;  ///< name of the description in data/gpus that fits, empty: none does
  std::string notes;
  std::vector<Pattern> patterns;
};

/// Names as files have them.
std::string name_of(GpuMemory memory);
std::string name_of(AccessOp op);
std::string name_of(Quantity quantity);
std::string name_of(AccessKind kind);

/// What the pattern's kind calls Access::parameter: degree, sharers, stride.
std::string parameter_name(AccessKind kind);

/// Throws InputError with file:line, what was found and what was expected.
Measurement read_measurement(const std::string& file);

/// The file's text; read_measurement() reads it back unchanged.
std::string measurement_text(const Measurement& measurement);

}  // namespace superwarp::crosscheck
