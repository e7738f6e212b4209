// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/machine/program.h"
#include "model/machine/reference.h"
#include "model/machine/threads.h"
#include "model/reference/batch_unit.h"
#include "model/reference/model.h"
#include "model/reference/tally.h"
#include "model/reference/turn_order.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// The machines of the papers: docs/spec/machines.md in C++, dispatch by dispatch in memory order.
/// Slots are counted, not arbitrated.
class ReferenceModel final : public Model {
 public:
  /// See make_reference(). Throws std::invalid_argument for RPUs that do not pack batches.
  ReferenceModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// Throws std::invalid_argument if the warps of a super warp mix reads and writes, or a request
  /// lies outside the program's words.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// Throws std::logic_error on a model without data.
  [[nodiscard]] Word word(Address address) const override;

  [[nodiscard]] const Figures& totals() const override { return tally_.totals(); }

 private:
  bool step(Expected& expected, bool slots);

  BatchUnit unit_;
  Threads threads_;
  std::unique_ptr<TurnOrder> order_;
  Tally tally_;
  bool issues_;  ///< has an issue stage
};

}  // namespace superwarp::model
