// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/exports/exports.h"

namespace superwarp::exports {
namespace {

/// The previous access of a bank.
struct Before {
  std::uint64_t slot = 0;
  std::optional<DispatchId> dispatch;
};

void check(const draw::Scene& scene, const TimeUnit& unit, const Served& served) {
  if (served.dispatch >= scene.dispatches.size() || served.dispatch >= scene.accepted.size())
    throw std::invalid_argument("scene: an access serves a dispatch that was not accepted");
  if (unit.time < scene.machine.latency)
    throw std::invalid_argument("scene: an access before its request can have been accepted");
}

}  // namespace

std::vector<Life> lives(const draw::Scene& scene) {
  std::vector<Life> lives(scene.dispatches.size());
  std::vector<Before> before(scene.machine.bank_count());
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      if (event.bank >= scene.machine.bank_count()) throw std::invalid_argument("scene: a bank outside the machine");
      for (const Served& served : ServedBy(unit, event)) {
        check(scene, unit, served);
        Life& life = lives[served.dispatch];
        const std::uint64_t slot = unit.time - scene.machine.latency + 1;
        life.accepted = scene.accepted[served.dispatch];
        if (life.requests.empty()) life.first = slot;
        life.last = slot;
        const Before& earlier = before[event.bank];
        life.waited_for.reset();
        if (slot > life.accepted && earlier.slot >= life.accepted && earlier.dispatch != served.dispatch) {
          life.waited_for = earlier.dispatch;
        }
        life.requests.push_back({served.lane, event.bank, event.row, slot});
      }
      if (event.first != kNoLane)
        before[event.bank] = {unit.time - scene.machine.latency + 1, unit.served[event.first].dispatch};
    }
    for (const DispatchId id : unit.completed) {
      if (id < lives.size()) lives[id].completed = unit.time;
    }
  }
  for (DispatchId id = 0; id < lives.size(); ++id) lives[id].id = id;
  lives.erase(std::remove_if(lives.begin(), lives.end(), [](const Life& life) { return life.requests.empty(); }),
              lives.end());
  return lives;
}

std::string name_of(const draw::Scene& scene, DispatchId id) {
  const Dispatch& dispatch = scene.dispatches[id];
  return fmt::format("{}{} round {} {}", scene.machine.super_warp > 1 ? "S" : "W", dispatch.super_warp, dispatch.round,
                     dispatch.op == Op::kRead ? "read" : "write");
}

}  // namespace superwarp::exports
