// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"
#include "sysc/coalescer_unit.h"
#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// What elaboration fixes in a memory unit. Every latency, schedule and workload runs on one build.
struct RtlConfig {
  RtlParameters parameters;  ///< of rtl/memory_machine.sv; NumRows: words each bank must have at least
  bool shallow = false;      ///< the form of the RPU for silicon
  /// Multiprocessors that reach the global memory of a hierarchical machine; 0 for a memory
  /// machine.
  std::uint32_t ports = 0;
  std::filesystem::path rtl_dir;  ///< the SystemVerilog sources; empty: rtl/ in `files`
  std::filesystem::path files;    ///< has what compiles the sources; empty: project_dir()

  [[nodiscard]] auto all() const { return std::tie(parameters, shallow, ports, rtl_dir, files); }
  /// A parameter's value without quotes; "0" if there is none, as in a configuration of sources alone.
  [[nodiscard]] std::string text(const std::string& parameter) const;
  [[nodiscard]] std::uint64_t number(const std::string& parameter) const { return std::stoull(text(parameter)); }
  bool operator==(const RtlConfig& other) const { return all() == other.all(); }
};

/// What elaboration fixes in a lane machine.
struct LaneConfig {
  std::uint32_t width = 32;  ///< 1 .. 128
  std::uint32_t banks = 32;  ///< 1 .. 128
  Streaming streaming = {};
  std::uint32_t responses = 16;      ///< places of a lane's response buffer
  std::uint64_t rows = 1024;         ///< words of a bank, a power of two
  std::string mapping = "identity";  ///< one that rtl/rsu.sv knows
  std::filesystem::path rtl_dir;     ///< the SystemVerilog sources; empty: the repository's rtl/

  [[nodiscard]] auto all() const { return std::tie(width, banks, streaming, responses, rows, mapping, rtl_dir); }
  bool operator==(const LaneConfig& other) const { return all() == other.all(); }
};

/// Largest latency every build can run.
inline constexpr std::uint32_t kMaxLatency = kMostLatency;

/// Memory units, compiled from the RTL on first use and kept on disk.
///
/// An entry is named by a hash of the RTL, the adapter, the configuration and the tools' versions.
/// It gets its name when it is complete and ends with a digest that is checked before loading. One
/// process compiles; others that need the same entry wait.
class RtlCache {
 public:
  /// Receives a line about work that takes long ("compiling ...").
  using Message = std::function<void(const std::string&)>;

  /// `dir` is created when first needed; empty: default_cache_dir().
  explicit RtlCache(std::filesystem::path dir = {}, Message message = {});
  virtual ~RtlCache() = default;

  /// `config` with the number of rows that its build has; builds come in few sizes.
  static RtlConfig sized(const RtlConfig& config);

  /// The unit for `config` is on disk, whole or not.
  [[nodiscard]] bool keeps(const RtlConfig& config) const;

  /// The unit for `config`, compiled if it is not in the cache. Every call returns the same unit,
  /// so use it for one run at a time. Throws std::runtime_error with a tool's message if the cache
  /// cannot be written or a tool fails.
  std::shared_ptr<RtlUnit> unit(const RtlConfig& config);

  /// `count` units for `config`, each with its own memory. Every call returns the same units; the
  /// first is unit().
  virtual std::vector<std::shared_ptr<RtlUnit>> units(const RtlConfig& config, std::size_t count);

  /// A new unit for `config` at every call, its memory all zeros, for platforms with several.
  std::shared_ptr<RtlUnit> fresh_unit(const RtlConfig& config);

  /// The lane machine for `config`, the same at every call.
  std::shared_ptr<LaneUnit> lane_machine(const LaneConfig& config);

  /// The coalescer of the sources in `rtl_dir` (empty: the repository's rtl/), the same at every
  /// call.
  std::shared_ptr<CoalescerUnit> coalescer(const std::filesystem::path& rtl_dir = {});

  /// The tools and options that build the unit for `config`, for benchmarks to print.
  [[nodiscard]] std::string tools(const RtlConfig& config) const;

 private:
  std::filesystem::path dir_;
  Message message_;
  std::vector<std::pair<RtlConfig, std::shared_ptr<RtlUnit>>> loaded_;
  std::vector<std::pair<LaneConfig, std::shared_ptr<LaneUnit>>> lane_machines_;
  std::vector<std::pair<std::filesystem::path, std::shared_ptr<CoalescerUnit>>> coalescers_;
};

}  // namespace superwarp::sysc
