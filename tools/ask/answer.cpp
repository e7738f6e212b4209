// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace superwarp::ask {
namespace {

std::vector<Summary> summaries(const Answer& answer) {
  std::vector<Summary> all(answer.accesses.instructions.size());
  const auto excess = [&](std::size_t i) { return answer.executions[i].slots - answer.executions[i].ideal; };
  for (std::size_t i = 0; i < answer.executions.size(); ++i) {
    const Slots& slots = answer.executions[i];
    Summary& summary = all[answer.accesses.executions[i].instruction];
    if (summary.executions++ == 0) summary = {slots.slots, slots.slots, 0, 0, i, 1};
    summary.least = std::min(summary.least, slots.slots);
    summary.most = std::max(summary.most, slots.slots);
    if (excess(i) > excess(summary.worst)) summary.worst = i;
    summary.mean += slots.slots;
    summary.ideal += slots.ideal;
  }
  for (Summary& summary : all) {
    const auto count = static_cast<double>(std::max<std::size_t>(1, summary.executions));
    summary.mean /= count;
    summary.ideal /= count;
  }
  return all;
}

/// The instruction that waits most; an executed one.
std::size_t worst_of(const std::vector<Summary>& all) {
  const auto wait = [](const Summary& summary) { return summary.executions > 0 ? summary.mean - summary.ideal : -1.0; };
  const auto less = [&](const Summary& a, const Summary& b) { return wait(a) < wait(b); };
  return static_cast<std::size_t>(std::max_element(all.begin(), all.end(), less) - all.begin());
}

/// Slots of each instruction on a machine of the overview; null if it is not there.
const std::vector<double>* slots_on(const Answer& answer, const std::string& options) {
  for (const Served& served : answer.machines)
    if (served.options == options) return &served.instruction;
  return nullptr;
}

Json access_json(const Answer& answer, std::size_t number) {
  const Instruction& instruction = answer.accesses.instructions[number];
  const Summary& summary = answer.instructions[number];
  Json json = {{"expression", instruction.text}, {"op", gpu::name_of(instruction.operation)},
               {"bytes", instruction.bytes},     {"tile", declaration(answer.accesses.tiles[instruction.tile])},
               {"slots", summary.mean},          {"least", summary.least},
               {"most", summary.most},           {"ideal", summary.ideal}};
  if (summary.executions == 0) return json;
  const WarpAccess& worst = answer.accesses.executions[summary.worst];
  const std::string iteration = answer.accesses.iteration_name(worst.iteration);
  if (instruction.loop) {
    json["rounds"] = rounds_of(answer.accesses, worst).size();
    json["evidence"] = "assumed";
  }
  Json lanes = Json::array();
  for (const Request& request : requests_with(answer, summary.worst, nullptr)) {
    lanes.push_back({{"lane", request.lane}, {"cell", request.cell}, {"bank", request.bank}, {"slot", request.slot}});
  }
  json["worst"] = {{"warp", worst.warp},
                   {"iteration", iteration.empty() ? Json(nullptr) : Json(iteration)},
                   {"lanes", std::move(lanes)}};
  return json;
}

}  // namespace

const Search& Answer::search() const {
  const std::size_t tile = accesses.instructions[worst].tile;
  return *std::find_if(searches.begin(), searches.end(), [tile](const Search& search) { return search.tile == tile; });
}

Answer answer(Accesses accesses, gpu::Description gpu, std::uint32_t keys) {
  Answer result;
  result.gpu = std::move(gpu);
  result.accesses = std::move(accesses);
  result.executions = slots_alone(result.accesses, result.gpu);
  result.instructions = summaries(result);
  result.worst = worst_of(result.instructions);
  result.searches = search_cures(result.accesses, result.gpu);
  if (keys > 0) result.machines = on_all_machines(result.accesses, result.gpu, keys);
  return result;
}

const Cure* best_cure(const Answer& answer) {
  const Cure* best = nullptr;
  for (const Cure* const cure : answer.search().best())
    if (best == nullptr || cure->together() < best->together()) best = cure;
  return best;
}

std::vector<double> means_with(const Answer& answer, const Cure* cure) {
  std::vector<double> means;
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    const bool cured = cure != nullptr && answer.accesses.instructions[i].tile == cure->tile;
    const std::size_t count = answer.instructions[i].executions;
    means.push_back(cured && count > 0 ? static_cast<double>(cure->slots[i]) / static_cast<double>(count)
                                       : answer.instructions[i].mean);
  }
  return means;
}

double sum_of(const std::vector<double>& means) { return std::accumulate(means.begin(), means.end(), 0.0); }

std::vector<RegionAdvice> advise_regions(const Answer& answer) {
  const std::vector<double>* const off = slots_on(answer, "dmm");
  const std::vector<double>* const on = slots_on(answer, std::string("dmm --mapping ") + kRegionMapping);
  if (off == nullptr || on == nullptr) return {};
  std::vector<RegionAdvice> advice(answer.accesses.tiles.size());
  for (std::size_t i = 0; i < answer.accesses.instructions.size(); ++i) {
    RegionAdvice& of_tile = advice[answer.accesses.instructions[i].tile];
    of_tile.off += (*off)[i];
    of_tile.on += (*on)[i];
  }
  return advice;
}

Json cure_json(const Answer& answer, const Cure& cure) {
  const std::vector<double> means = means_with(answer, &cure);
  return {{"tile", declaration(answer.accesses.tiles[cure.tile])},
          {"kind", cure.kind == Cure::Kind::kPad ? "pad" : "swizzle"},
          {"name", cure.name},
          {"change", cure.change},
          {"bytes", cure.bytes == 0 ? Json(nullptr) : Json(cure.bytes)},
          {"slots", means},
          {"together", sum_of(means)}};
}

Json answer_json(const Answer& answer) {
  Json json;
  json["gpu"] = answer.gpu.name;
  json["answer"] = sentence(answer);
  json["accesses"] = Json::array();
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) json["accesses"].push_back(access_json(answer, i));
  json["together"] = sum_of(means_with(answer, nullptr));
  json["cures"] = Json::array();
  for (const Search& search : answer.searches) {
    const std::vector<const Cure*> best = search.best();
    for (const Cure& cure : search.tried) {
      json["cures"].push_back(cure_json(answer, cure));
      json["cures"].back()["best"] = std::find(best.begin(), best.end(), &cure) != best.end();
    }
  }
  json["machines"] = Json::array();
  for (const Served& served : answer.machines) {
    json["machines"].push_back({{"options", served.options},
                                {"slots", served.instruction},
                                {"together", served.together},
                                {"keys", served.keys}});
  }
  json["regions"] = Json::array();
  const std::vector<RegionAdvice> advice = advise_regions(answer);
  for (std::size_t tile = 0; tile < advice.size(); ++tile) {
    json["regions"].push_back({{"tile", answer.accesses.tiles[tile].name},
                               {"mapping", kRegionMapping},
                               {"slots_off", advice[tile].off},
                               {"slots_on", advice[tile].on},
                               {"on", advice[tile].wanted()}});
  }
  return json;
}

}  // namespace superwarp::ask
