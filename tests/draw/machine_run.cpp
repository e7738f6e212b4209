// SPDX-License-Identifier: Apache-2.0
#include "tests/draw/machine_run.h"

#include <algorithm>
#include <utility>

#include "model/machine/machine_info.h"

namespace superwarp::draw {

namespace {

// One slot: the lowest pending lane leads its bank (on the UMM its row), and equal requests join
// it.
Slot take_slot(const Scene& scene, std::vector<Address>& pending) {
  const Machine& machine = scene.machine;
  Slot slot;
  for (std::uint32_t lane = 0; lane < pending.size(); ++lane) {
    const Address address = pending[lane];
    if (address == kInactive) continue;
    const std::uint32_t bank = scene.bank(address);
    const auto at_bank = std::find_if(slot.requests.begin(), slot.requests.end(),
                                      [bank](const BankRequest& r) { return r.bank == bank; });
    const bool other_row = machine_info(machine.kind).unified() && !slot.requests.empty() &&
                           slot.requests[0].address / machine.width != address / machine.width;
    if (other_row || at_bank != slot.requests.end()) continue;
    slot.requests.push_back({bank, address, lane});
  }
  for (const BankRequest& request : slot.requests) {
    std::replace(pending.begin(), pending.end(), request.address, kInactive);
  }
  std::sort(slot.requests.begin(), slot.requests.end(),
            [](const BankRequest& a, const BankRequest& b) { return a.bank < b.bank; });
  return slot;
}

Machine figure_machine(MachineKind kind, std::uint32_t super_warp) {
  Machine machine;
  machine.kind = kind;
  machine.width = 4;
  machine.latency = 7;
  machine.super_warp = super_warp;
  machine.rows = 6;
  return machine;
}

std::vector<Address> figure_addresses() { return {16, 21, 4, 15, 9, 3, 11, 19, 2, 7, 23, 0}; }

}  // namespace

Scene run_machine(const Machine& machine, const std::vector<Dispatch>& dispatches, const std::string& title) {
  Scene scene;
  scene.machine = machine;
  scene.title = title;
  scene.bank = [machine](Address address) {
    const Address row = address / machine.width;
    return (address + (row < machine.key.size() ? machine.key[row] : 0)) % machine.width;
  };
  std::uint64_t time = 0;
  std::uint64_t round = 0;
  for (const Dispatch& dispatch : dispatches) {
    if (dispatch.round != round) time += machine.latency - 1;
    round = dispatch.round;
    std::vector<Address> pending = dispatch.address;
    while (std::any_of(pending.begin(), pending.end(), [](Address a) { return a != kInactive; })) {
      Slot slot = take_slot(scene, pending);
      slot.time_unit = ++time;
      slot.super_warp = dispatch.super_warp;
      slot.round = round;
      slot.op = dispatch.op;
      scene.slots.push_back(slot);
    }
    scene.slots.back().last = true;
  }
  scene.time_units = time + machine.latency - 1;
  return scene;
}

Recording record(const Scene& scene) {
  Recording recording;
  bool first = true;
  for (const Slot& slot : scene.slots) {
    if (first) {
      recording.dispatches.push_back({slot.super_warp, slot.round, slot.op, {}, {}});
      recording.dispatches.back().address.resize(scene.machine.lanes(), kInactive);
    }
    first = slot.last;
    const auto id = static_cast<DispatchId>(recording.dispatches.size() - 1);
    TimeUnit unit;
    unit.time = slot.time_unit + scene.machine.latency - 1;
    for (const BankRequest& request : slot.requests) {
      recording.dispatches.back().address[request.lane] = request.address;
      unit.events.push_back({request.bank, request.address / scene.machine.width, slot.op, 0,
                             static_cast<std::uint32_t>(unit.served.size())});
      unit.served.push_back({id, request.lane, 0, static_cast<std::uint32_t>(unit.served.size())});
    }
    if (slot.last) unit.completed.push_back(id);
    recording.units.push_back(unit);
  }
  return recording;
}

Scene heat_scene(Scene scene) {
  Recording recording = record(scene);
  scene.units = std::move(recording.units);
  scene.dispatches = std::move(recording.dispatches);
  for (std::size_t i = 0; i < scene.slots.size(); ++i) {
    if (i == 0 || scene.slots[i - 1].last) scene.accepted.push_back(scene.slots[i].time_unit);
  }
  return scene;
}

Scene one_waits() {
  Scene scene;
  scene.machine.width = 4;
  scene.machine.latency = 2;
  scene.time_units = 3;
  scene.dispatches = {{0, 0, Op::kRead, {1}, {}}, {1, 0, Op::kWrite, {5}, {7}}};
  scene.accepted = {1, 1};
  scene.units.resize(2);
  scene.units[0].time = 2;
  scene.units[0].events = {{1, 0, Op::kRead, 1, 0}};
  scene.units[0].served = {{0, 0, 1, 0}};
  scene.units[0].completed = {0};
  scene.units[1].time = 3;
  scene.units[1].events = {{1, 1, Op::kWrite, 7, 0}};
  scene.units[1].served = {{1, 0, 0, 0}};
  scene.units[1].completed = {1};
  return scene;
}

// Written out, so that the pictures do not depend on the packing above.
Scene figure_four() {
  Scene scene;
  scene.machine = figure_machine(MachineKind::kDmm, 1);
  scene.title = "Memory access on the DMM";
  scene.time_units = 13;
  scene.slots = {{1, 0, 0, Op::kRead, false, {{0, 16, 0}, {1, 21, 1}, {3, 15, 3}}},
                 {2, 0, 0, Op::kRead, true, {{0, 4, 2}}},
                 {3, 1, 0, Op::kRead, false, {{1, 9, 0}, {3, 3, 1}}},
                 {4, 1, 0, Op::kRead, false, {{3, 11, 2}}},
                 {5, 1, 0, Op::kRead, true, {{3, 19, 3}}},
                 {6, 2, 0, Op::kRead, false, {{0, 0, 3}, {2, 2, 0}, {3, 7, 1}}},
                 {7, 2, 0, Op::kRead, true, {{3, 23, 2}}}};
  return scene;
}

Scene figure_six() {
  return run_machine(figure_machine(MachineKind::kSdmm, 3), {{0, 0, Op::kRead, figure_addresses(), {}}},
                     "Memory access on the SDMM");
}

Scene figure_seven() {
  Machine machine = figure_machine(MachineKind::kRsdmm, 3);
  machine.mapping = "random-shift";
  machine.key = {0, 0, 0, 2, 1, 0};
  return run_machine(machine, {{0, 0, Op::kRead, figure_addresses(), {}}}, "Memory access on the RSDMM");
}

}  // namespace superwarp::draw
