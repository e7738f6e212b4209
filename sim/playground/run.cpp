// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/run.h"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "language/rpu_info.h"
#include "sim/draw/heat.h"
#include "sim/draw/palette.h"
#include "sim/draw/summary.h"
#include "sim/draw/svg.h"
#include "sim/evaluate/model_recording.h"
#include "sim/exports/lives.h"
#include "sim/input/input.h"
#include "sim/model/mapping.h"

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

}  // namespace

Run run(const trace::Trace& trace, Machine machine) {
  const input::InputProgram made = input::text_program(trace, machine, 1);
  const Program& program = *made.program;
  if (program.words() > kMostWords) {
    throw std::invalid_argument(
        fmt::format("address {}: expected at most {} here; superwarp replay takes more",
                    program.words() - 1, kMostWords - 1));
  }
  model::fit(machine, program);
  Run result;
  const auto model = model::make_reference(program, machine, {false});
  model->run();
  result.totals = model->totals();
  evaluate::ModelRecording record = evaluate::record_model(program, machine, kRecorded);
  result.whole = record.whole;
  result.scene.machine = std::move(machine);
  result.scene.time_units = record.time_units;
  result.scene.units = std::move(record.recording.units);
  result.scene.dispatches = std::move(record.recording.dispatches);
  result.scene.accepted = std::move(record.recording.accepted);
  return result;
}

Json run_json(const Run& run) {
  const Machine& machine = run.scene.machine;
  const model::Totals& totals = run.totals;
  Json json = {{"machine", draw::machine_text(machine)},
               {"width", machine.width},
               {"banks", machine.bank_count()},
               {"lanes", machine.lanes()},
               {"latency", machine.latency},
               {"figures",
                {{"rounds", totals.rounds},
                 {"dispatches", totals.dispatches},
                 {"requests", totals.requests},
                 {"slots", totals.congestion},
                 {"max_congestion", totals.max_congestion},
                 {"time_units", totals.time_units},
                 {"bpram", totals.bpram}}},
               {"whole", run.whole},
               {"recorded", run.scene.time_units},
               {"pipeline", !machine.overlaps()}};
  for (const std::uint32_t colour : draw::kPalette)
    json["colours"].push_back(fmt::format("#{:06x}", colour));
  json["dispatches"] = dispatches_json(run.scene);
  return json;
}

std::string pipeline_svg(Run run, std::uint64_t at) {
  draw::Scene scene = pipeline_scene(std::move(run));
  if (at < 1 || at > scene.time_units) {
    throw std::invalid_argument(
        fmt::format("time unit {}: expected 1 to {}", at, scene.time_units));
  }
  scene.shown = at;
  return draw::draw_svg(scene);
}

std::string heat_svg(const Run& run) { return draw::draw_heat_svg(run.scene); }

}  // namespace superwarp::playground
