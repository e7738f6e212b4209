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

#include "language/machine_kind.h"
#include "language/rpu.h"
#include "sysc/coalescer_unit.h"
#include "sysc/lane_unit.h"
#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// What is fixed when a memory unit is elaborated; every latency, schedule and workload runs on one
/// build.
struct RtlConfig {
  std::uint32_t width = 32;          ///< power of two, 2 .. 128
  std::uint32_t super_warp = 1;      ///< 1 .. 16
  std::uint64_t min_rows = 1;        ///< words each bank must have at least
  std::string mapping = "identity";  ///< one that rtl/rsu.sv knows
  SlotServes slot = SlotServes::kWords;
  bool shallow = false;  ///< a batch's slot selection of logarithmic depth instead of the fast one
  Rpu rpu = Rpu::kBatch;
  Streaming streaming = {};  ///< where warps overlap
  /// Multiprocessors that reach it: the global memory of a hierarchical machine, whose slots serve
  /// rows. 0: a memory machine.
  std::uint32_t ports = 0;
  std::filesystem::path rtl_dir;  ///< the SystemVerilog sources; empty: the repository's rtl/

  bool operator==(const RtlConfig& other) const {
    return std::tie(width, super_warp, min_rows, mapping, slot, shallow, rpu, streaming, ports,
                    rtl_dir) == std::tie(other.width, other.super_warp, other.min_rows,
                                         other.mapping, other.slot, other.shallow, other.rpu,
                                         other.streaming, other.ports, other.rtl_dir);
  }
};

/// What is fixed when a lane machine is elaborated.
struct LaneConfig {
  std::uint32_t width = 32;  ///< power of two, 2 .. 128
  Streaming streaming = {};
  std::uint32_t responses = 16;      ///< places of a lane's response buffer
  std::uint64_t rows = 1024;         ///< words of a bank, a power of two
  std::string mapping = "identity";  ///< one that rtl/rsu.sv knows
  std::filesystem::path rtl_dir;     ///< the SystemVerilog sources; empty: the repository's rtl/

  bool operator==(const LaneConfig& other) const {
    return std::tie(width, streaming, responses, rows, mapping, rtl_dir) ==
           std::tie(other.width, other.streaming, other.responses, other.rows, other.mapping,
                    other.rtl_dir);
  }
};

/// Largest latency every build can run.
inline constexpr std::uint32_t kMaxLatency = 1024;

/// Memory units compiled from the RTL on first use, kept on disk.
///
/// An entry is named by a hash of the RTL's content, the adapter, the configuration and the tools'
/// versions. It appears under its name only when it is complete, ends with a digest of its content,
/// which is checked before it is loaded, and one process compiles while others that want the same
/// wait for it.
class RtlCache {
 public:
  /// Told in plain words what takes long ("compiling ...").
  using Message = std::function<void(const std::string&)>;

  /// `dir` is created when first needed; empty: default_dir().
  explicit RtlCache(std::filesystem::path dir = {}, Message message = {});

  /// $XDG_CACHE_HOME/superwarp, or ~/.cache/superwarp. Throws std::runtime_error where neither is
  /// known.
  static std::filesystem::path default_dir();

  /// `config` with the memory that its build has: rows come in few sizes.
  static RtlConfig sized(const RtlConfig& config);

  /// Is the unit for `config` on disk, whole or not?
  [[nodiscard]] bool keeps(const RtlConfig& config) const;

  /// The unit for `config`, compiled if it is not in the cache; the same one at every call, so use
  /// it for one run at a time. Throws std::runtime_error with the tool's own words if the cache
  /// cannot be written or a tool fails.
  std::shared_ptr<RtlUnit> unit(const RtlConfig& config);

  /// `count` units for `config`, each with a memory of its own; the same ones at every call, unit()
  /// the first of them.
  std::vector<std::shared_ptr<RtlUnit>> units(const RtlConfig& config, std::size_t count);

  /// A unit for `config` of its own at every call, its memory all zeros: for platforms with
  /// several.
  std::shared_ptr<RtlUnit> fresh_unit(const RtlConfig& config);

  /// The lane machine for `config`, the same one at every call.
  std::shared_ptr<LaneUnit> lane_machine(const LaneConfig& config);

  /// The coalescer, likewise. `rtl_dir` holds the SystemVerilog sources; empty: the repository's
  /// rtl/.
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
