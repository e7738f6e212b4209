// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/choice.h"

#include <utility>

#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/workload.h"

namespace superwarp::playground {
namespace {

Json rpu_json(const RpuInfo& rpu) {
  Json options = Json::array();
  for (const RpuOption& option : rpu.options) {
    Json one = {{"name", option.name}, {"description", option.description}};
    if (option.choices.empty()) {
      one.update({{"least", option.least}, {"most", option.most}, {"value", option.by_default}});
    } else {
      one["choices"] = names_of(option.choices);
    }
    options.push_back(std::move(one));
  }
  return {{"name", rpu.name},
          {"description", rpu.description},
          {"overlaps", rpu.overlaps},
          {"options", std::move(options)}};
}

Json workload_json(const workload::WorkloadInfo& workload) {
  return {{"name", workload.name},         {"description", workload.description},
          {"source", workload.source},     {"matrix", workload.matrix},
          {"permutes", workload.permutes}, {"hierarchical", workload.hierarchical}};
}

}  // namespace

Json choices() {
  Json all;
  for (const MachineInfo& info : machines()) {
    all["machines"].push_back({{"name", info.name},
                               {"description", info.description},
                               {"packs", info.packs},
                               {"streams", info.streams()},
                               {"maps", !info.unified()},
                               {"mapping", info.mapping}});
  }
  for (const RpuInfo& rpu : rpus()) all["rpus"].push_back(rpu_json(rpu));
  for (const model::MappingInfo& mapping : model::mappings()) {
    all["mappings"].push_back({{"name", mapping.name},
                               {"description", mapping.description},
                               {"random", mapping.key != model::KeyKind::kNone}});
  }
  for (const auto& list : {workload::workloads(), workload::hierarchical_workloads()})
    for (const workload::WorkloadInfo& one : list) all["workloads"].push_back(workload_json(one));
  all["permutations"] = names_of(permutation::named_permutations());
  return all;
}

}  // namespace superwarp::playground
