// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "model/machine/program.h"
#include "sim/trace/trace.h"

namespace superwarp::trace {

/// A program whose threads repeat a trace. Rounds are numbered without gaps in the trace's order. A
/// write stores the token that identifies it.
class TraceProgram final : public Program {
 public:
  /// `trace` has at least one access.
  explicit TraceProgram(Trace trace)
      : Program(trace.width(), trace.warps() * trace.width()), trace_(std::move(trace)) {}

  /// The same for a trace of several resident blocks: block b has the warps from b * `block_warps`
  /// on. On a hierarchical machine blocks are spread over multiprocessors.
  TraceProgram(Trace trace, std::uint32_t blocks, std::uint32_t block_warps)
      : Program(trace.width(), blocks * block_warps * trace.width()), trace_(std::move(trace)), blocks_(blocks) {}

  [[nodiscard]] const Trace& trace() const { return trace_; }

  [[nodiscard]] std::uint32_t blocks() const override { return blocks_; }
  [[nodiscard]] std::uint64_t rounds() const override { return trace_.rounds().size(); }
  [[nodiscard]] std::uint64_t words() const override { return trace_.words(); }
  [[nodiscard]] const Image* global() const override { return trace_.global_words() > 0 ? &global_ : nullptr; }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override { return trace_.rounds()[round].barrier_after; }
  [[nodiscard]] bool device_barrier_after(std::uint64_t round) const override {
    return trace_.rounds()[round].device_barrier_after;
  }
  [[nodiscard]] Space space(std::uint64_t round, std::uint32_t warp) const override {
    const TraceAccess* const access = find(round, warp);
    return access != nullptr ? access->space : Space::kShared;
  }
  [[nodiscard]] std::uint64_t round_label(std::uint64_t round) const override { return trace_.rounds()[round].label; }

  [[nodiscard]] const Work* work(std::uint64_t round, std::uint32_t warp) const override {
    const TraceAccess* const access = find(round, warp);
    return access != nullptr ? trace_.work(*access) : nullptr;
  }

  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override;

 private:
  /// The global memory, initialised with tokens like all memories.
  class GlobalImage final : public Image {
   public:
    explicit GlobalImage(const Trace& trace) : trace_(trace) {}
    [[nodiscard]] std::uint64_t words() const override { return trace_.global_words(); }

   private:
    const Trace& trace_;
  };

  /// The access of `warp` in `round`; null if it is idle.
  [[nodiscard]] const TraceAccess* find(std::uint64_t round, std::uint32_t warp) const;

  Trace trace_;
  GlobalImage global_{trace_};
  std::uint32_t blocks_ = 1;
};

}  // namespace superwarp::trace
