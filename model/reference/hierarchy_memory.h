// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/machine/image.h"
#include "model/machine/reference.h"
#include "model/reference/model.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// A dispatch of the hierarchical machine after its handover to a memory.
struct HandedOver {
  Expected expected;
  std::uint64_t goes_in = 0;  ///< time unit of its first warp
  bool complete = false;
};

/// One memory of the hierarchical machine, time unit by time unit.
class HierarchyMemory {
 public:
  virtual ~HierarchyMemory() = default;

  /// May a dispatch be handed over at the end of the time unit of the last tick()?
  [[nodiscard]] virtual bool ready() const = 0;

  /// Takes over `handed_over`, with its dispatch, which goes in in the next time unit, its first
  /// slot unless an RPU delays it. The rest of its Expected is set when it completes.
  virtual void take(HandedOver& handed_over) = 0;

  /// Simulates the next time unit and appends the dispatches that are complete at its end. Does a
  /// bank make an access in it?
  virtual bool tick(std::vector<HandedOver*>& complete) = 0;

  [[nodiscard]] virtual Word word(Address address) const = 0;
};

/// The model of `machine`, one of the memories, with the initial words of `image`, which must
/// outlive it; null: unused.
std::unique_ptr<HierarchyMemory> make_hierarchy_memory(const Machine& machine, const Image* image,
                                                       ModelOptions options);

}  // namespace superwarp::model
