// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "language/image.h"
#include "language/reference.h"
#include "sim/model/model.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// A dispatch of the hierarchical machine from when it is handed over.
struct HandedOver {
  Expected expected;
  bool complete = false;
};

/// One memory of the hierarchical machine, time unit by time unit; which of them it does not know.
class HierarchyMemory {
 public:
  virtual ~HierarchyMemory() = default;

  /// May a dispatch be handed over at the end of the time unit of the last tick()?
  [[nodiscard]] virtual bool ready() const = 0;

  /// Takes over `handed_over`, with a dispatch and its first slot, in the next time unit. By when
  /// it is complete the rest of what is expected of it is there.
  virtual void take(HandedOver& handed_over) = 0;

  /// Goes on to the next time unit: does a bank make an access in it? Appends what is complete at
  /// its end.
  virtual bool tick(std::vector<HandedOver*>& complete) = 0;

  [[nodiscard]] virtual Word word(Address address) const = 0;
};

/// The model of `machine`, one of the memories, with what `image` starts with; null where nobody
/// uses it. `image` must outlive it.
std::unique_ptr<HierarchyMemory> make_hierarchy_memory(const Machine& machine, const Image* image,
                                                       ModelOptions options);

}  // namespace superwarp::model
