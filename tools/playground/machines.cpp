// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/machines.h"

#include <exception>
#include <optional>
#include <utility>

#include "model/machine/machine_info.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "tools/ask/slots.h"
#include "tools/playground/run.h"

namespace superwarp::playground {
namespace {

Json served(const Subject& subject, Chosen chosen, std::uint32_t keys) {
  Machine& machine = chosen.machine;
  model::check_machine(machine);
  const bool random = model::mapping_info(machine.mapping).key != model::KeyKind::kNone;
  const std::uint32_t runs = random ? keys : 1;
  const std::uint64_t seed = machine.seed;
  double slots = 0;
  double time_units = 0;
  for (std::uint32_t key = 0; key < runs; ++key) {
    if (random) machine.seed = seed + key;
    const Run one = run(subject, chosen, false);
    slots += static_cast<double>(one.totals.slots);
    time_units += static_cast<double>(one.totals.time_units);
  }
  return {{"slots", slots / runs}, {"time_units", time_units / runs}, {"keys", runs}};
}

}  // namespace

Json machines_json(const Subject& subject, const Chosen& chosen, std::uint32_t keys) {
  Json all = Json::array();
  if (chosen.machine.hierarchy) return all;
  const Machine& like = chosen.machine;
  const bool own_width = subject.width() || like.width != machine_info(like.kind).width;
  const std::optional<std::uint32_t> width = own_width ? std::optional(like.width) : std::nullopt;
  for (ask::Choice& choice : ask::all_machines(width)) {
    Chosen other{choice.machine, chosen.blocks};
    other.machine.banks = like.banks == like.width ? other.machine.width : like.banks;
    other.machine.latency = like.latency;
    other.machine.schedule = like.schedule;
    other.machine.seed = like.seed;
    Json one = {{"options", choice.options}};
    try {
      one.update(served(subject, std::move(other), keys));
    } catch (const std::exception& error) {
      one["error"] = error.what();
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace superwarp::playground
