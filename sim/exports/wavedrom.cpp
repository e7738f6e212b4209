// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "sim/draw/summary.h"
#include "sim/draw/text.h"
#include "sim/exports/exports.h"

namespace superwarp::exports {
namespace {

using Json = nlohmann::ordered_json;

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

std::string wavedrom(const draw::Scene& scene) {
  const std::uint64_t time_units = scene.time_units;
  if (time_units > kLongestWavedrom) {
    throw std::invalid_argument(
        fmt::format("a timing diagram of {} time units is not legible, expected at most {}",
                    time_units, kLongestWavedrom));
  }
  Lane accepted(time_units);
  Lane completed(time_units);
  std::vector<Lane> banks(scene.machine.bank_count(), Lane(time_units));
  const char* const letter = scene.machine.super_warp > 1 ? "S" : "W";
  for (const Life& life : lives(scene)) {
    const std::uint32_t super_warp = scene.dispatches[life.id].super_warp;
    const std::string name = fmt::format("{}{}", letter, super_warp);
    accepted.set(life.accepted, super_warp, name);
    if (life.completed > 0) completed.set(life.completed, super_warp, name);
  }
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      if (event.first == kNoLane) continue;
      const std::uint32_t super_warp =
          scene.dispatches[unit.served[event.first].dispatch].super_warp;
      banks[event.bank].set(unit.time, super_warp,
                            fmt::format("{}{} {}{}", letter, super_warp,
                                        event.op == Op::kRead ? "" : "w", event.row));
    }
  }
  Json lines = Json::array({"banks: warp, row"});
  for (std::uint32_t bank = 0; bank < scene.machine.bank_count(); ++bank)
    lines.push_back(banks[bank].json(fmt::format("B[{}]", bank)));
  const Json diagram = {
      {"signal",
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
