// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "record/runtime/event.h"

namespace superwarp::record {

/// Lanes of a warp access together.
struct WarpAccess {
  std::uint32_t warp = 0;  ///< in its block
  Event kind = Event::kLoad;
  bool shared = true;  ///< else global
  std::uintptr_t pc = 0;
  std::uint32_t bytes = 0;  ///< a lane
  std::uint32_t mask = 0;
  std::array<std::uintptr_t, kWarpThreads> address{};  ///< in shared memory an offset
};

enum class FindingKind : std::uint8_t { kRace, kOutOfBounds, kDivergentBarrier };

/// A defect of the kernel that does not stop it.
struct Finding {
  FindingKind kind = FindingKind::kRace;
  std::uintptr_t pc = 0;
  std::uintptr_t other = 0;  ///< the other instruction of two
  std::uint32_t thread = 0;  ///< in its block
};

/// One kernel launch.
struct Launch {
  std::string site;  ///< the kernel as the launch names it
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic = 0;  ///< bytes of dynamic shared memory
};

/// Writes what kernels do: for launch N the file launch-N.body, blocks in the format of .traceg
/// files, and launch-N.facts, lines "key value" for the header. Keeps one block in memory.
class Recorder {
 public:
  void begin_launch(const Launch& launch);
  void name_kernel(const std::string& name);
  void begin_block(const Dim3& index, std::size_t warps);
  void access(const WarpAccess& access);
  void barrier(std::uint32_t warp, std::uintptr_t pc, std::uint32_t mask);
  void find(const Finding& finding);
  void end_block();
  void end_launch(std::size_t static_bytes);

  /// The kernel that runs, and its launch's number.
  [[nodiscard]] const std::string& kernel() const { return name_.empty() ? launch_.site : name_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  struct WarpText {
    std::string lines;
    std::uint64_t instructions = 0;
  };

  [[nodiscard]] bool wanted() const;
  void write(const std::string& text);

  Launch launch_;
  std::string name_;
  std::uint64_t number_ = 0;
  bool recording_ = false;      ///< this block
  std::uint64_t blocks_ = 0;    ///< begun in this launch
  std::uint64_t recorded_ = 0;  ///< written in this launch
  std::uint64_t bytes_ = 0;     ///< written in all
  std::FILE* body_ = nullptr;
  std::string head_;
  std::vector<WarpText> warps_;
  std::set<std::uintptr_t> instructions_;
  std::map<std::tuple<FindingKind, std::uintptr_t, std::uintptr_t>, Finding> findings_;
};

}  // namespace superwarp::record
