// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "sim/exports/exports.h"

namespace superwarp::exports {
namespace {

/// The text under the mouse: where and when each lane was served.
std::string details(const Life& life) {
  std::string text;
  for (const ServedRequest& request : life.requests) {
    text += fmt::format("{}lane {}: bank {} row {} in slot {}", text.empty() ? "" : "; ",
                        request.lane, request.bank, request.row, request.slot);
  }
  return text;
}

}  // namespace

std::string kanata(const draw::Scene& scene) {
  std::map<std::uint64_t, std::string> lines;  // of each time unit
  std::size_t retired = 0;
  for (const Life& life : lives(scene)) {
    const DispatchId id = life.id;
    lines[life.accepted] +=
        fmt::format("I\t{0}\t{0}\t{1}\nL\t{0}\t0\t{2}\nL\t{0}\t1\t{3}\n", id,
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

}  // namespace superwarp::exports
