// SPDX-License-Identifier: Apache-2.0
#include "model/reference/model.h"

#include <algorithm>

#include "model/machine/machine.h"
#include "model/reference/reference_model.h"
#include "model/reference/stream_model.h"

namespace superwarp::model {

/// In hierarchy_model.cpp.
std::unique_ptr<Model> make_hierarchy_model(const Program& program, const Machine& machine,
                                            ModelOptions options);

void Totals::append(const Totals& next) {
  rounds += next.rounds;
  bpram += next.bpram;
  dispatches += next.dispatches;
  super_warps = std::max(super_warps, next.super_warps);
  requests += next.requests;
  congestion += next.congestion;
  max_congestion = std::max(max_congestion, next.max_congestion);
  time_units += next.time_units;
  latencies.append(next.latencies);
  busy.append(next.busy);
  warp_times.append(next.warp_times);
}

std::unique_ptr<Model> make_reference(const Program& program, const Machine& machine,
                                      ModelOptions options) {
  if (machine.hierarchy) return make_hierarchy_model(program, machine, options);
  if (machine.overlaps()) return std::make_unique<StreamModel>(program, machine, options);
  return std::make_unique<ReferenceModel>(program, machine, options);
}

}  // namespace superwarp::model
