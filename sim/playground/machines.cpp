// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/machines.h"

#include <exception>

#include "sim/ask/machines.h"
#include "sim/input/input.h"
#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"
#include "sim/model/model.h"

namespace superwarp::playground {
namespace {

Json served(const trace::Trace& trace, Machine machine, std::uint32_t keys) {
  model::check_machine(machine);
  const input::InputProgram made = input::text_program(trace, machine, 1);
  const bool random = model::mapping_info(machine.mapping).key != model::KeyKind::kNone;
  const std::uint32_t runs = random ? keys : 1;
  double slots = 0;
  double time_units = 0;
  for (std::uint32_t key = 0; key < runs; ++key) {
    machine.seed = key + 1;
    machine.key.clear();
    model::fit(machine, *made.program);
    const auto model = model::make_reference(*made.program, machine, {false});
    model->run();
    slots += static_cast<double>(model->totals().congestion);
    time_units += static_cast<double>(model->totals().time_units);
  }
  return {{"slots", slots / runs}, {"time_units", time_units / runs}, {"keys", runs}};
}

}  // namespace

Json machines_json(const trace::Trace& trace, std::uint32_t latency, std::uint32_t keys) {
  Json all = Json::array();
  for (ask::Choice& choice : ask::all_machines(trace.width())) {
    choice.machine.latency = latency;
    Json one = {{"options", choice.options}};
    try {
      one.update(served(trace, choice.machine, keys));
    } catch (const std::exception& error) {
      one["error"] = error.what();
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace superwarp::playground
