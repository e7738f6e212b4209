// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "language/machine.h"
#include "language/program.h"
#include "language/reference.h"
#include "language/threads.h"
#include "sim/model/memory.h"
#include "sim/model/slot_rule.h"
#include "sim/model/turn_order.h"

namespace superwarp::model {

struct ModelOptions {
  /// Without data the model has no memory and only tells times: right for programs whose addresses
  /// do not depend on words they read. Expected::word stays empty, and a write's data are what a
  /// program writes that has read nothing.
  bool with_data = true;
};

/// What a run amounts to, up to the dispatches done so far.
struct Totals {
  std::uint64_t rounds = 0;  ///< T: those in which anything was requested; the time of a PRAM,
                             ///< which serves a round in one time unit
  /// The time of a BPRAM of the same width, which serves any w requests of a round a time unit and
  /// has latency 1 (DMM/UMM paper, Section II).
  std::uint64_t bpram = 0;
  std::uint64_t dispatches = 0;      ///< that requested anything
  std::uint64_t requests = 0;        ///< active threads, before merging
  std::uint64_t congestion = 0;      ///< C: sum over the dispatches
  std::uint32_t max_congestion = 0;  ///< of one dispatch
  std::uint64_t time_units = 0;      ///< until the last slot is complete
};

/// The reference model: docs/spec/machines.md in C++, dispatch by dispatch in memory order. It
/// knows no hardware: slots are counted, not arbitrated.
class ReferenceModel final : public Reference {
 public:
  /// `program` must outlive this. Throws std::invalid_argument for a machine that cannot be, a
  /// program of another width, and a program that needs more rows than the machine has.
  ReferenceModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// Throws std::invalid_argument if the warps of a super warp mix reads and writes, or a request
  /// lies outside the program's words.
  bool next(Expected& expected) override;

  /// The rest of the run, for its totals and its memory only; faster than calling next(). Tells
  /// `progress`, if given, about which share of the rounds is done, 0 to 1. Throws as next() does.
  void run(const std::function<void(double)>& progress = {});

  /// Throws std::logic_error on a model without data.
  [[nodiscard]] Word word(Address address) const override;

  [[nodiscard]] const Totals& totals() const { return totals_; }

 private:
  bool step(Expected& expected, bool slots);
  void count_requests(const Dispatch& dispatch);
  void move_words(Expected& expected);

  std::uint32_t width_;
  std::uint32_t lanes_;
  std::uint32_t latency_;
  std::uint64_t words_;
  Threads threads_;
  SlotRule slot_rule_;
  std::optional<Memory> memory_;  ///< none without data
  std::unique_ptr<TurnOrder> order_;
  std::vector<std::uint64_t> round_requests_;  ///< so far
  Totals totals_;
};

}  // namespace superwarp::model
