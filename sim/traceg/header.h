// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace superwarp::traceg {

/// The latest version of the tracer whose lines are known.
inline constexpr std::uint32_t kLatestVersion = 6;

inline constexpr std::uint32_t kWarpThreads = 32;  ///< on NVIDIA GPUs and in the trace's masks

using Dim3 = std::array<std::uint32_t, 3>;  ///< x, y, z

/// "(x,y,z)" for people.
std::string shown_dim(const Dim3& dim);

/// Reads "x,y,z", each below 2^31. False if `text` is malformed.
bool parse_dim(std::string_view text, Dim3& dim);

/// Where an instruction stands in the kernel's source.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;  ///< from 1
  std::string text;        ///< of that line
};

/// What the traces of 'superwarp record' say of their accesses. 2: lanes meet at joins.
inline constexpr std::uint64_t kRecorderVersion = 2;

/// The header lines "-key = value" that are used; others are skipped.
struct Header {
  std::string kernel_name;  ///< made printable by trace::printable()
  std::string kernel_id;
  std::optional<Dim3> grid;                      ///< blocks
  std::optional<Dim3> block;                     ///< threads of a block
  std::optional<std::uint64_t> shared_bytes;     ///< -shmem: of a block
  std::optional<std::uint64_t> registers;        ///< -nregs: of a thread
  std::uint64_t binary_version = 0;              ///< -binary version: 80 for sm_80
  std::optional<std::uint64_t> shared_base;      ///< -shmem base_addr: of the shared window
  std::optional<std::uint64_t> local_base;       ///< -local mem base_addr
  std::uint32_t tracer_version = 0;              ///< -accelsim tracer version; 0, an old tracer, without it
  bool tells_version = false;                    ///< the version line exists
  bool recorded = false;                         ///< -recorded by: it has accesses and barriers only
  std::uint64_t recorder_version = 1;            ///< -recorder version: of the program that recorded it
  bool line_info = false;                        ///< -enable lineinfo
  std::map<std::uint64_t, SourcePlace> sources;  ///< by PC: "-source PC = FILE:LINE: TEXT"
  /// PCs of loops of compare-and-swap whose executions are assumed: "-loop PC = assumed".
  std::set<std::uint64_t> loops;

  /// Is it by an older 'superwarp record', whose accesses were others?
  [[nodiscard]] bool is_old_recording() const { return recorded && recorder_version < kRecorderVersion; }

  /// Upper bound of a block's warps; 32 (CUDA's 1024 threads) if the header has no block size.
  [[nodiscard]] std::uint32_t warp_limit() const;

  /// The end of the block's shared addresses, in bytes; no limit without -shmem.
  [[nodiscard]] std::optional<std::uint64_t> shared_end() const;

  /// The memory of a generic address.
  enum class Window : std::uint8_t { kShared, kLocal, kGlobal };
  /// Needs shared_base.
  [[nodiscard]] Window window_of(std::uint64_t address) const;

  /// Reads one header line. Throws std::invalid_argument for a bad value and a second line with the
  /// same key.
  void read(std::string_view line);

 private:
  std::set<std::string, std::less<>> keys_;  ///< read so far
};

}  // namespace superwarp::traceg
