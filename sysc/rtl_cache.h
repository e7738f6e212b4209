#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "sysc/rtl_unit.h"

namespace superwarp {

/// What is fixed when a memory unit is elaborated; every latency, schedule and workload runs on one build.
struct RtlConfig {
  std::uint32_t width = 32;       ///< power of two, 2 .. 128
  std::uint32_t super_warp = 1;   ///< 1 .. 16
  std::uint64_t min_rows = 1;     ///< words each bank must have at least
  bool shallow = false;           ///< slot selection of logarithmic depth instead of the fast one
  std::filesystem::path rtl_dir;  ///< the SystemVerilog sources; empty: the repository's rtl/
};

/// Largest latency every build can run.
inline constexpr std::uint32_t kMaxLatency = 1024;

/// Memory units compiled from the RTL on first use, kept on disk.
///
/// An entry is named by a hash of the RTL's content, the adapter, the configuration and the tools' versions.
/// It appears under its name only when it is complete, and one process compiles while others that want the
/// same wait for it.
class RtlCache {
 public:
  /// Told in plain words what takes long ("compiling ...").
  using Message = std::function<void(const std::string&)>;

  /// `dir` is created when first needed.
  explicit RtlCache(std::filesystem::path dir = default_dir(), Message message = {});

  /// $XDG_CACHE_HOME/superwarp, or ~/.cache/superwarp.
  static std::filesystem::path default_dir();

  /// A fresh unit for `config`; compiles it if it is not in the cache.
  /// Throws std::runtime_error with the tool's own words if the cache cannot be written or a tool fails.
  std::shared_ptr<RtlUnit> make(const RtlConfig& config);

 private:
  std::filesystem::path dir_;
  Message message_;
};

}  // namespace superwarp
