// SPDX-License-Identifier: Apache-2.0
#include "sim/model/selection.h"

#include "language/machine.h"
#include "sim/model/pass_selection.h"
#include "sim/model/pipelined_selection.h"

namespace superwarp::model {

std::unique_ptr<Selection> make_selection(const Machine& machine) {
  if (machine.rpu == Rpu::kCrossbar)
    return make_crossbar_selection(machine.width, machine.streaming);
  if (machine.rpu == Rpu::kPipelined)
    return std::make_unique<PipelinedSelection>(machine.width, machine.streaming);
  return std::make_unique<PassSelection>(machine.width, machine.streaming);
}

}  // namespace superwarp::model
