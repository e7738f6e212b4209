// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "model/machine/program.h"
#include "model/machine/reference.h"
#include "model/machine/threads.h"
#include "model/reference/model.h"
#include "model/reference/ready_warps.h"
#include "model/reference/stream_unit.h"
#include "model/reference/tally.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// A machine in which warps overlap: docs/spec/streaming.md and crossbar.md in C++, time unit by
/// time unit.
class StreamModel final : public Model {
 public:
  /// See make_reference(). Throws std::invalid_argument for the batch RPU.
  StreamModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// In order of acceptance. Simulates until the dispatch is served, so totals and words may be
  /// ahead of it. Throws std::invalid_argument if a request lies outside the program's words.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// The word at `address` after the time units simulated so far. Throws std::logic_error on a
  /// model without data.
  [[nodiscard]] Word word(Address address) const override;

  [[nodiscard]] const Figures& totals() const override { return tally_.totals(); }

 private:
  void step();
  void accept(std::uint32_t warp);
  void serve();
  void finish(std::uint32_t number);
  void serve_and_tell();

  StreamUnit unit_;
  std::uint32_t latency_;
  Threads threads_;
  ReadyWarps warps_;
  Tally tally_;
  bool issues_;                      ///< has an issue stage
  std::uint64_t time_ = 0;           ///< the next time unit to simulate
  bool over_ = false;                ///< no request waits or will come
  std::uint64_t round_ = 0;          ///< of the dispatch accepted last
  bool telling_ = false;             ///< next() returns dispatches; run() does not
  std::deque<std::uint32_t> queue_;  ///< accepted and not yet returned, in order
  std::function<void(const Dispatch&, const Share&)> served_;
  std::vector<double> slots_;            ///< Share::slots of every entry, so far
  std::vector<std::uint32_t> requests_;  ///< entries of the requests of a time unit
  std::vector<std::uint32_t> finished_;  ///< entries that the time unit finishes
};

}  // namespace superwarp::model
