// SPDX-License-Identifier: Apache-2.0
#include "model/reference/selection.h"

#include "model/machine/machine.h"

namespace superwarp::model {

std::unique_ptr<Selection> make_selection(const Machine& machine) {
  if (machine.rpu == Rpu::kCrossbar) return make_crossbar_selection(machine);
  if (machine.rpu == Rpu::kPipelined) return make_pipelined_selection(machine);
  return make_pass_selection(machine);
}

}  // namespace superwarp::model
