// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace superwarp::traceg {

inline constexpr std::uint32_t kWarpThreads = 32;  ///< of NVIDIA's GPUs and of the trace's masks

using Dim3 = std::array<std::uint32_t, 3>;  ///< x, y, z

/// "(x,y,z)" for people.
std::string shown_dim(const Dim3& dim);

/// Reads "x,y,z". False if it is none.
bool parse_dim(std::string_view text, Dim3& dim);

/// The lines "-key = value" at the head of a trace that matter here; others are passed over.
struct Header {
  std::string kernel_name;  ///< as printable() has it
  std::string kernel_id;
  std::optional<Dim3> grid;          ///< blocks
  std::optional<Dim3> block;         ///< threads of a block
  std::uint64_t shared_bytes = 0;    ///< -shmem: of a block
  std::uint32_t tracer_version = 0;  ///< -accelsim tracer version; traces that do not tell are old
  bool tells_version = false;        ///< has that line
  bool line_info = false;            ///< -enable lineinfo

  /// Warps of a block, at most; 32 where the header does not tell (1024 threads, CUDA's limit).
  [[nodiscard]] std::uint32_t warp_limit() const;

  /// Takes in one line, from '-' on. Throws std::invalid_argument for a value that is none.
  void read(std::string_view line);
};

}  // namespace superwarp::traceg
