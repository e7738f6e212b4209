// SPDX-License-Identifier: Apache-2.0
#include "model/reference/model.h"

#include "model/machine/machine.h"
#include "model/reference/reference_model.h"
#include "model/reference/stream_model.h"

namespace superwarp::model {

/// In hierarchy_model.cpp.
std::unique_ptr<Model> make_hierarchy_model(const Program& program, const Machine& machine,
                                            ModelOptions options);

std::unique_ptr<Model> make_reference(const Program& program, const Machine& machine,
                                      ModelOptions options) {
  if (machine.hierarchy) return make_hierarchy_model(program, machine, options);
  if (machine.overlaps()) return std::make_unique<StreamModel>(program, machine, options);
  return std::make_unique<ReferenceModel>(program, machine, options);
}

}  // namespace superwarp::model
