// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "sim/draw/heat.h"
#include "sim/draw/summary.h"
#include "sim/draw/text.h"
#include "sim/exports/exports.h"

namespace superwarp::exports {
namespace {

using Json = nlohmann::ordered_json;

// In trace events a "process" groups tracks and a "thread" is a track; both count from 1.
constexpr int kBanks = 1;
constexpr int kWarps = 2;
constexpr int kCounters = 3;

Json name_event(const char* what, int group, std::uint64_t track, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", group}, {"tid", track}, {"args", {{"name", name}}}};
}

Json span(int group, std::uint64_t track, const std::string& name, std::uint64_t from,
          std::uint64_t until) {
  return {{"ph", "X"},    {"name", name}, {"pid", group},
          {"tid", track}, {"ts", from},   {"dur", until - from}};
}

Json counter(const char* name, std::uint64_t time, double value) {
  return {{"ph", "C"},
          {"name", name},
          {"pid", kCounters},
          {"ts", time},
          {"args", {{"requests", value}}}};
}

void add_banks(const draw::Scene& scene, Json& events) {
  events.push_back(name_event("process_name", kBanks, 0, "banks"));
  for (std::uint32_t bank = 0; bank < scene.machine.bank_count(); ++bank)
    events.push_back(name_event("thread_name", kBanks, bank + 1, fmt::format("bank {:03}", bank)));
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      const bool stray = event.first == kNoLane;
      Json access =
          span(kBanks, event.bank + 1,
               stray ? "serves no thread" : name_of(scene, unit.served[event.first].dispatch),
               unit.time, unit.time + 1);
      Json lanes = Json::array();
      for (const Served& served : ServedBy(unit, event)) lanes.push_back(served.lane);
      access["args"] = {{"row", event.row},
                        {"operation", event.op == Op::kRead ? "read" : "write"},
                        {"word", fmt::format("{:#010x}", event.word)},
                        {"lanes", lanes}};
      events.push_back(access);
    }
  }
}

void add_warps(const draw::Scene& scene, Json& events) {
  events.push_back(name_event("process_name", kWarps, 0, "warps"));
  const char* const letter = scene.machine.super_warp > 1 ? "S" : "W";
  std::set<std::uint32_t> named;
  for (const Life& life : lives(scene)) {
    const std::uint32_t super_warp = scene.dispatches[life.id].super_warp;
    const std::uint64_t track = std::uint64_t{super_warp} + 1;
    if (named.insert(super_warp).second) {
      events.push_back(
          name_event("thread_name", kWarps, track, fmt::format("{}{:05}", letter, super_warp)));
    }
    const std::uint64_t end = std::max(life.completed, life.last) + 1;
    Json whole = span(kWarps, track, name_of(scene, life.id), life.accepted, end);
    whole["args"] = {{"requests", life.requests.size()}};
    if (life.waited_for) whole["args"]["waited for"] = name_of(scene, *life.waited_for);
    events.push_back(whole);
    if (life.first > life.accepted)
      events.push_back(span(kWarps, track, "waits", life.accepted, life.first));
    events.push_back(span(kWarps, track, "slots", life.first, life.last + 1));
  }
}

void add_counters(const draw::Scene& scene, Json& events) {
  events.push_back(name_event("process_name", kCounters, 0, "requests"));
  const draw::HeatMap map(scene, scene.time_units, scene.machine.bank_count());
  for (std::uint64_t time = 1; time <= map.columns(); ++time) {
    events.push_back(counter("served", time, map.served(time - 1)));
    if (!map.waiting().empty()) events.push_back(counter("waiting", time, map.waiting()[time - 1]));
  }
}

}  // namespace

std::string perfetto(const draw::Scene& scene) {
  Json events = Json::array();
  add_banks(scene, events);
  add_warps(scene, events);
  add_counters(scene, events);
  const Json trace = {{"displayTimeUnit", "ns"},
                      {"otherData",
                       {{"title", draw::clean(scene.title)},
                        {"machine", draw::machine_text(scene.machine)},
                        {"time", "1 us is a time unit"}}},
                      {"traceEvents", events}};
  return trace.dump() + "\n";
}

}  // namespace superwarp::exports
