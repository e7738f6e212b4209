// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/summary.h"

#include <fmt/format.h>

#include <cctype>
#include <set>
#include <vector>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "sim/draw/text.h"

namespace superwarp::draw {

namespace {

constexpr std::size_t kMaxTerms = 12;

/// "DMM", as the papers write it.
std::string machine_name(MachineKind kind) {
  std::string name = machine_info(kind).name;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// The congestions of all dispatches as a sum; only the total if there are many.
std::string slots_text(const std::vector<Slot>& slots) {
  std::vector<std::uint64_t> congestion;
  for (std::size_t i = 0; i < slots.size() && congestion.size() <= kMaxTerms; ++i) {
    if (i == 0 || slots[i - 1].last) congestion.push_back(0);
    ++congestion.back();
  }
  if (congestion.size() > kMaxTerms || slots.empty()) return counted(slots.size(), "slot");
  return fmt::format("{} {}", fmt::join(congestion, "+"), slots.size() == 1 ? "slot" : "slots");
}

}  // namespace

std::string waiting_place(const Machine& machine) { return rpu_info(machine.rpu).waiting; }

std::string machine_text(const Machine& machine) {
  std::string text =
      machine.hierarchy
          ? fmt::format("HMM of {} {}, w={}, l={}, l'={}", machine.multiprocessors(), machine_name(machine.kind),
                        machine.width, machine.hierarchy->latency, machine.latency)
          : fmt::format("{}, w={}, l={}", machine_name(machine.kind), machine.width, machine.latency);
  if (machine.whole_banks() != machine.width) text += fmt::format(", b={}", machine.whole_banks());
  if (machine.ports > 1) text += fmt::format(", {} ports a bank", machine.ports);
  if (machine.bank_words > 1) text += fmt::format(", {} words a bank", machine.bank_words);
  if (machine.super_warp > 1) text += fmt::format(", s={}", machine.super_warp);
  if (machine.rpu == Rpu::kSerial) text += ", serial";
  if (machine.overlaps()) text += fmt::format(", {} of {}", waiting_place(machine), machine.streaming.depth);
  const std::uint32_t queue = lane_places(machine) - machine.streaming.depth;
  if (queue > 0) text += fmt::format(", queues of {}", queue);
  if (machine.mapping != "identity") text += fmt::format(", mapping {}", machine.mapping);
  if (machine.regions.any()) text += fmt::format(" in regions {}", text_of(machine.regions));
  return text;
}

std::string memory_text(const Machine& machine, std::uint32_t memory) {
  return memory < machine.multiprocessors() ? fmt::format("shared {}", memory) : "global";
}

std::string heat_text(const HeatMap& map) {
  return fmt::format("{}, {:.3g} requests per time unit, banks busy {:.2g} % of the time",
                     counted(map.time_units(), "time unit"), map.requests_per_time_unit(), 100 * map.busy());
}

std::string time_text(const Scene& scene) {
  const std::string slots = slots_text(scene.slots);
  const std::string total = counted(scene.time_units, "time unit");
  if (scene.slots.empty()) return slots + ", " + total;

  const std::uint32_t latency = scene.machine.latency;
  const std::uint64_t used = scene.slots.size();
  const std::uint64_t entered = scene.slots.back().time_unit;
  std::set<std::uint64_t> rounds;
  for (const Slot& slot : scene.slots) rounds.insert(slot.round);

  if (scene.machine.schedule == Schedule::kRounds && rounds.size() > 1 &&
      scene.time_units == used + rounds.size() * (latency - 1)) {
    return fmt::format("{} + {} rounds x ({}-1) = {}", slots, rounds.size(), latency, total);
  }
  if (scene.time_units != entered + latency - 1) return slots + ", " + total;
  const std::string idle = entered == used ? "" : fmt::format(" + {} empty", entered - used);
  return fmt::format("{}{} + {}-1 = {}", slots, idle, latency, total);
}

}  // namespace superwarp::draw
