// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "language/program.h"
#include "language/reference.h"
#include "language/threads.h"
#include "sim/model/model.h"
#include "sim/model/ready_warps.h"
#include "sim/model/stream_unit.h"
#include "sim/model/tally.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// A machine in which warps overlap: docs/spec/streaming.md and crossbar.md in C++, time unit by
/// time unit.
class StreamModel final : public Model {
 public:
  /// `program` must outlive this. Throws std::invalid_argument for a machine that cannot be or that
  /// takes batches, a program of another width, and a program that needs more rows than the
  /// machine has.
  StreamModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// In order of acceptance. The run goes ahead until the dispatch has been served, so that totals
  /// and words are those of a later time than its last. Throws std::invalid_argument if a request
  /// lies outside the program's words.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// The word at `address` after the time units simulated so far. Throws std::logic_error on a
  /// model without data.
  [[nodiscard]] Word word(Address address) const override;

  [[nodiscard]] const Totals& totals() const override { return tally_.totals(); }

 private:
  void step();
  void accept(std::uint32_t warp);
  void serve();
  void finish(std::uint32_t number);

  StreamUnit unit_;
  std::uint32_t latency_;
  Threads threads_;
  ReadyWarps warps_;
  Tally tally_;
  std::uint64_t time_ = 0;           ///< the next time unit to simulate
  bool over_ = false;                ///< nothing waits, and nobody will
  std::uint64_t round_ = 0;          ///< of the dispatch accepted last
  bool telling_ = false;             ///< next() wants to know what is accepted
  std::deque<std::uint32_t> queue_;  ///< accepted and not told, in order
};

}  // namespace superwarp::model
