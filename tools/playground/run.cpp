// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/mapping.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "sim/draw/heat.h"
#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/svg.h"
#include "sim/exports/exports.h"
#include "sim/input/input.h"
#include "sim/run/model_recording.h"
#include "tools/ask/slots.h"

namespace superwarp::playground {
namespace {

constexpr evaluate::RecordingLimits kRecorded = {2000, 40000};

/// A request is [lane, bank, slot, address, warp].
Json dispatches_json(const draw::Scene& scene) {
  const Machine& machine = scene.machine;
  Json all = Json::array();
  for (const exports::Life& life : exports::lives(scene)) {
    const Dispatch& dispatch = scene.dispatches[life.id];
    Json lanes = Json::array();
    for (const exports::ServedRequest& request : life.requests) {
      lanes.push_back({request.lane, request.bank, request.slot, dispatch.address.at(request.lane),
                       dispatch.super_warp * machine.super_warp + request.lane / machine.width});
    }
    all.push_back({{"id", life.id},
                   {"name", exports::name_of(scene, life.id)},
                   {"op", dispatch.op == Op::kRead ? "read" : "write"},
                   {"accepted", life.accepted},
                   {"first", life.first},
                   {"last", life.last},
                   {"completed", life.completed},
                   {"waited_for", life.waited_for ? Json(*life.waited_for) : Json(nullptr)},
                   {"lanes", std::move(lanes)}});
  }
  return all;
}

/// The scene of the pipeline picture, whose slots belong to one dispatch each.
draw::Scene pipeline_scene(Run run) {
  draw::Scene scene = std::move(run.scene);
  if (scene.machine.hierarchy) {
    throw std::invalid_argument("the pipeline is of one memory; see the heat map of all memories");
  }
  if (scene.machine.overlaps()) {
    throw std::invalid_argument(
        fmt::format("the pipeline needs slots of one dispatch each, with --rpu {} they have "
                    "several; see the heat map",
                    rpu_info(scene.machine.rpu).name));
  }
  Recording recording;
  recording.units = std::move(scene.units);
  recording.dispatches = std::move(scene.dispatches);
  scene.units.clear();
  scene.slots = draw::slots_of(recording, scene.machine.latency);
  scene.dispatches.clear();
  if (run.whole) scene.dispatches = std::move(recording.dispatches);
  const std::shared_ptr<const Mapping> mapping = model::make_mapping(scene.machine);
  scene.bank = [mapping](Address address) { return mapping->bank(address); };
  return scene;
}

struct Memory {
  std::uint64_t latency = 1;
  std::uint32_t banks = 1;
  std::unique_ptr<Mapping> mapping;
};

std::vector<Memory> memories_of(const Machine& machine) {
  std::vector<Memory> memories;
  for (std::uint32_t number = 0; number < machine.memories(); ++number) {
    const Machine one = memory_of(machine, number);
    memories.push_back({one.latency, one.bank_count(), model::make_mapping(one)});
  }
  return memories;
}

/// One bank event serves all lanes that want its word.
void add_request(const Dispatch& dispatch, DispatchId id, std::uint32_t lane, const Memory& memory, TimeUnit& unit) {
  const Address address = dispatch.address[lane];
  const std::uint32_t bank = memory.mapping->bank(address);
  auto event =
      std::find_if(unit.events.begin(), unit.events.end(), [bank](const BankEvent& one) { return one.bank == bank; });
  if (event == unit.events.end()) {
    const auto first = static_cast<std::uint32_t>(unit.served.size());
    unit.events.push_back({bank, address / memory.banks, dispatch.op, 0, first});
    event = unit.events.end() - 1;
  }
  unit.served.push_back({id, lane, 0, static_cast<std::uint32_t>(event - unit.events.begin())});
}

/// Adds to `scene` what the banks of all memories of a hierarchical machine do, and the dispatches,
/// until `requests` requests are served. Returns whether the run ends there.
bool record_memories(const Program& program, const Machine& machine, std::uint64_t requests, draw::Scene& scene) {
  const std::vector<Memory> memories = memories_of(machine);
  std::map<std::pair<std::uint64_t, std::uint32_t>, TimeUnit> units;  // by time and memory
  const auto model = model::make_reference(program, machine, {false});
  std::uint64_t served = 0;
  bool whole = true;
  for (Expected expected; whole && model->next(expected); whole = served < requests) {
    const Dispatch& dispatch = expected.dispatch;
    const Memory& memory = memories.at(dispatch.memory);
    const auto id = static_cast<DispatchId>(scene.dispatches.size());
    for (std::uint32_t lane = 0; lane < dispatch.address.size(); ++lane) {
      if (dispatch.address[lane] == kInactive) continue;
      const std::uint64_t time = expected.first_slot + expected.slot[lane] + memory.latency - 1;
      TimeUnit& unit = units[{time, dispatch.memory}];
      unit.time = time;
      unit.memory = dispatch.memory;
      add_request(dispatch, id, lane, memory, unit);
      ++served;
    }
    scene.dispatches.push_back(dispatch);
  }
  for (auto& [place, unit] : units) scene.units.push_back(std::move(unit));
  scene.time_units = scene.units.empty() ? 0 : scene.units.back().time;
  return whole;
}

/// Adds what the banks did, and the dispatches.
void record(const Program& program, const Machine& machine, Run& run) {
  if (machine.hierarchy) {
    run.whole = record_memories(program, machine, kRecorded.requests, run.scene);
    return;
  }
  evaluate::ModelRecording record = evaluate::record_model(program, machine, kRecorded);
  run.whole = record.whole;
  run.scene.time_units = record.time_units;
  run.scene.units = std::move(record.recording.units);
  run.scene.dispatches = std::move(record.recording.dispatches);
  run.scene.accepted = std::move(record.recording.accepted);
}

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

Run run(const Subject& subject, Chosen chosen, bool records) {
  Machine& machine = chosen.machine;
  const input::InputProgram made = subject.program(chosen);
  model::fit(machine, *made.program);
  Run result;
  const auto add = [&](const Program& program) {
    const auto model = model::make_reference(program, machine, {false});
    model->run();
    result.totals.append(model->totals());
  };
  for (const auto& piece : made.pieces) add(*piece);
  if (made.pieces.empty()) add(*made.program);
  if (records) record(*made.program, machine, result);
  result.scene.machine = std::move(machine);
  return result;
}

Json run_json(const Run& run) {
  const Machine& machine = run.scene.machine;
  const Figures& totals = run.totals;
  Json json = {{"machine", draw::machine_text(machine)},
               {"width", machine.width},
               {"banks", machine.bank_count()},
               {"lanes", machine.lanes()},
               {"latency", machine.latency},
               {"figures",
                {{"rounds", totals.rounds},
                 {"dispatches", totals.dispatches},
                 {"requests", totals.requests},
                 {"slots", totals.slots},
                 {"max_congestion", totals.max_congestion},
                 {"time_units", totals.time_units},
                 {"bpram", totals.bpram}}},
               {"whole", run.whole},
               {"recorded", run.scene.time_units},
               {"pipeline", !machine.overlaps() && !machine.hierarchy},
               {"several", machine.hierarchy.has_value()}};
  for (const std::uint32_t colour : draw::kPalette) json["colours"].push_back(fmt::format("#{:06x}", colour));
  json["dispatches"] = machine.hierarchy ? Json::array() : dispatches_json(run.scene);
  for (std::size_t memory = 0; memory < totals.busy.memory.size(); ++memory) {
    json["memories"].push_back({{"name", draw::memory_text(machine, static_cast<std::uint32_t>(memory))},
                                {"busy", totals.busy.memory[memory]}});
  }
  if (!machine.issue) return json;
  json["instructions"] = totals.warp_times.instructions;
  for (const WarpTimes::Kind& kind : WarpTimes::kinds()) {
    json["warp_time"].push_back({{"key", kind.key}, {"name", kind.label}, {"time", totals.warp_times.*kind.time}});
  }
  return json;
}

std::string pipeline_svg(Run run, std::uint64_t at) {
  draw::Scene scene = pipeline_scene(std::move(run));
  if (at < 1 || at > scene.time_units) {
    throw std::invalid_argument(fmt::format("time unit {}: expected 1 to {}", at, scene.time_units));
  }
  scene.shown = at;
  return draw::draw_svg(scene);
}

std::string issue_svg(const Run& run) {
  const Machine& machine = run.scene.machine;
  if (!machine.issue) throw std::invalid_argument("the bar of the warps' time needs an issue stage, --issue N");
  const WarpTimes& times = run.totals.warp_times;
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, times.all()));
  draw::Bars bars;
  bars.title = "Where the time of the warps goes";
  bars.caption = draw::machine_text(machine);
  bars.axis = "share of the warps' time in percent";
  draw::Bar bar;
  bar.name = "this run";
  bar.value = 100;
  bar.text = fmt::format("{} instructions", times.instructions);
  for (const WarpTimes::Kind& kind : WarpTimes::kinds()) {
    bar.shares.push_back(static_cast<double>(times.*kind.time) / all);
    bars.kinds.push_back(fmt::format("{} {:.1f} %", kind.label, 100 * bar.shares.back()));
  }
  bars.bars.push_back(std::move(bar));
  return draw::draw_bars_svg(bars);
}

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
