// SPDX-License-Identifier: Apache-2.0
#include "sim/exports/exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "sim/draw/heat.h"
#include "sim/draw/summary.h"
#include "sim/draw/text.h"

namespace superwarp::exports {
namespace {

using Json = nlohmann::ordered_json;

/// "W3", or "S3" for a super warp.
std::string warp_name(const draw::Scene& scene, std::uint32_t super_warp) {
  return fmt::format("{}{}", scene.machine.super_warp > 1 ? "S" : "W", super_warp);
}

/// The text under the mouse: where and when each lane was served.
std::string details(const Life& life) {
  std::string text;
  for (const ServedRequest& request : life.requests) {
    text += fmt::format("{}lane {}: bank {} row {} in slot {}", text.empty() ? "" : "; ", request.lane, request.bank,
                        request.row, request.slot);
  }
  return text;
}

// In trace events a "process" groups tracks and a "thread" is a track; both count from 1.
constexpr int kBanks = 1;
constexpr int kWarps = 2;
constexpr int kCounters = 3;

Json name_event(const char* what, int group, std::uint64_t track, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", group}, {"tid", track}, {"args", {{"name", name}}}};
}

Json span(int group, std::uint64_t track, const std::string& name, std::uint64_t from, std::uint64_t until) {
  return {{"ph", "X"}, {"name", name}, {"pid", group}, {"tid", track}, {"ts", from}, {"dur", until - from}};
}

Json counter(const char* name, std::uint64_t time, double value) {
  return {{"ph", "C"}, {"name", name}, {"pid", kCounters}, {"ts", time}, {"args", {{"requests", value}}}};
}

void add_banks(const draw::Scene& scene, Json& events) {
  events.push_back(name_event("process_name", kBanks, 0, "banks"));
  for (std::uint32_t bank = 0; bank < scene.machine.bank_count(); ++bank)
    events.push_back(name_event("thread_name", kBanks, bank + 1, fmt::format("bank {:03}", bank)));
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      const bool stray = event.first == kNoLane;
      Json access =
          span(kBanks, event.bank + 1, stray ? "serves no thread" : name_of(scene, unit.served[event.first].dispatch),
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
      events.push_back(name_event("thread_name", kWarps, track, fmt::format("{}{:05}", letter, super_warp)));
    }
    const std::uint64_t end = std::max(life.completed, life.last) + 1;
    Json whole = span(kWarps, track, name_of(scene, life.id), life.accepted, end);
    whole["args"] = {{"requests", life.requests.size()}};
    if (life.waited_for) whole["args"]["waited for"] = name_of(scene, *life.waited_for);
    events.push_back(whole);
    if (life.first > life.accepted) events.push_back(span(kWarps, track, "waits", life.accepted, life.first));
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

/// A line of the diagram: for each time unit a text in the colour of a super warp, or nothing.
class Lane {
 public:
  explicit Lane(std::uint64_t time_units) : texts_(time_units), colours_(time_units, kIdle) {}

  void set(std::uint64_t time, std::uint64_t super_warp, const std::string& text) {
    std::string& here = texts_.at(time - 1);
    here += (here.empty() ? "" : ", ") + text;
    colours_[time - 1] = static_cast<char>('3' + super_warp % 7);  // WaveDrom's colours
  }

  [[nodiscard]] Json json(const std::string& name) const {
    Json data = Json::array();
    for (const std::string& text : texts_) {
      if (!text.empty()) data.push_back(text);
    }
    return {{"name", name}, {"wave", colours_}, {"data", data}};
  }

 private:
  static constexpr char kIdle = 'z';

  std::vector<std::string> texts_;
  std::string colours_;
};

}  // namespace

std::string kanata(const draw::Scene& scene) {
  std::map<std::uint64_t, std::string> lines;  // of each time unit
  std::size_t retired = 0;
  for (const Life& life : lives(scene)) {
    const DispatchId id = life.id;
    lines[life.accepted] += fmt::format("I\t{0}\t{0}\t{1}\nL\t{0}\t0\t{2}\nL\t{0}\t1\t{3}\n", id,
                                        scene.dispatches[id].super_warp, name_of(scene, id), details(life));
    const char* stage = nullptr;
    const auto enter = [&](std::uint64_t time, const char* next) {
      if (stage != nullptr) lines[time] += fmt::format("E\t{}\t0\t{}\n", id, stage);
      if (next != nullptr) lines[time] += fmt::format("S\t{}\t0\t{}\n", id, next);
      stage = next;
    };
    if (life.first > life.accepted) enter(life.accepted, "W");
    enter(life.first, "S");
    if (life.waited_for) lines[life.last] += fmt::format("W\t{}\t{}\t0\n", id, *life.waited_for);
    if (life.completed == 0) continue;  // the run was stopped
    if (life.completed > life.last) enter(life.last + 1, "P");
    enter(life.completed + 1, nullptr);
    lines[life.completed + 1] += fmt::format("R\t{}\t{}\t0\n", id, retired++);
  }
  std::string text = "Kanata\t0004\nC=\t0\n";
  std::uint64_t now = 0;
  for (const auto& [time, of_time] : lines) {
    if (time > now) text += fmt::format("C\t{}\n", time - now);
    text += of_time;
    now = time;
  }
  return text;
}

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

std::string wavedrom(const draw::Scene& scene) {
  const std::uint64_t time_units = scene.time_units;
  if (time_units > kLongestWavedrom) {
    throw std::invalid_argument(fmt::format("a timing diagram of {} time units is not legible, expected at most {}",
                                            time_units, kLongestWavedrom));
  }
  Lane accepted(time_units);
  Lane completed(time_units);
  std::vector<Lane> banks(scene.machine.bank_count(), Lane(time_units));
  for (const Life& life : lives(scene)) {
    const std::uint32_t super_warp = scene.dispatches[life.id].super_warp;
    const std::string name = warp_name(scene, super_warp);
    accepted.set(life.accepted, super_warp, name);
    if (life.completed > 0) completed.set(life.completed, super_warp, name);
  }
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      if (event.first == kNoLane) continue;
      const std::uint32_t super_warp = scene.dispatches[unit.served[event.first].dispatch].super_warp;
      banks[event.bank].set(
          unit.time, super_warp,
          fmt::format("{} {}{}", warp_name(scene, super_warp), event.op == Op::kRead ? "" : "w", event.row));
    }
  }
  Json lines = Json::array({"banks: warp, row"});
  for (std::uint32_t bank = 0; bank < scene.machine.bank_count(); ++bank)
    lines.push_back(banks[bank].json(fmt::format("B[{}]", bank)));
  const Json diagram = {{"signal",
                         {{{"name", "time unit"}, {"wave", "p" + std::string(time_units - 1, '.')}},
                          accepted.json("accepted"),
                          completed.json("completed"),
                          lines}},
                        {"head",
                         {{"text", fmt::format("{}: {}", draw::clean(scene.title, false),
                                               draw::clean(draw::machine_text(scene.machine), false))},
                          {"tick", 1}}}};
  return diagram.dump(1) + "\n";
}

}  // namespace superwarp::exports
