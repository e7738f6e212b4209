// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace superwarp::traceg {

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

/// The header lines "-key = value" that are used; others are skipped.
struct Header {
  std::string kernel_name;  ///< made printable by trace::printable()
  std::string kernel_id;
  std::optional<Dim3> grid;          ///< blocks
  std::optional<Dim3> block;         ///< threads of a block
  std::uint64_t shared_bytes = 0;    ///< -shmem: of a block
  std::uint32_t tracer_version = 0;  ///< -accelsim tracer version; 0, an old tracer, without it
  bool tells_version = false;        ///< the version line exists
  bool line_info = false;            ///< -enable lineinfo
  std::map<std::uint64_t, SourcePlace> sources;  ///< by PC: "-source PC = FILE:LINE: TEXT"

  /// Upper bound of a block's warps; 32 (CUDA's 1024 threads) if the header has no block size.
  [[nodiscard]] std::uint32_t warp_limit() const;

  /// Reads one header line. Throws std::invalid_argument for a bad value.
  void read(std::string_view line);
};

}  // namespace superwarp::traceg
