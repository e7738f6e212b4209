// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/answer_json.h"

#include <numeric>
#include <string>
#include <vector>

#include "tools/ask/parts.h"
#include "tools/ask/regions.h"

namespace superwarp::ask {
namespace {

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

Json lanes_json(const std::vector<Request>& requests) {
  Json list = Json::array();
  for (const Request& request : requests) {
    list.push_back({{"lane", request.lane},
                    {"cell", request.cell},
                    {"bank", request.bank},
                    {"slot", request.slot}});
  }
  return list;
}

Json accesses_json(const Answer& answer) {
  Json list = Json::array();
  for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
    const Instruction& instruction = answer.accesses.instructions[i];
    const Summary& summary = answer.instructions[i];
    Json one = {{"expression", instruction.text},
                {"op", gpu::name_of(instruction.operation)},
                {"bytes", instruction.bytes},
                {"tile", declaration(answer.accesses.tiles[instruction.tile])},
                {"slots", summary.mean},
                {"least", summary.least},
                {"most", summary.most},
                {"ideal", summary.ideal}};
    if (summary.executions > 0) {
      const WarpAccess& worst = answer.accesses.executions[summary.worst];
      const std::string iteration = answer.accesses.iteration_name(worst.iteration);
      if (instruction.loop) {
        one["rounds"] = rounds_of(answer.accesses, worst).size();
        one["evidence"] = "assumed";
      }
      one["worst"] = {{"warp", worst.warp},
                      {"iteration", iteration.empty() ? Json(nullptr) : Json(iteration)},
                      {"lanes", lanes_json(requests_with(answer, summary.worst, nullptr))}};
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json cures_json(const Answer& answer) {
  Json list = Json::array();
  for (const Search& search : answer.searches) {
    for (std::size_t i = 0; i < search.tried.size(); ++i) {
      const Cure& cure = search.tried[i];
      const std::vector<double> means = means_with(answer, &cure);
      const bool pads = cure.kind == Cure::Kind::kPad;
      list.push_back({{"tile", declaration(answer.accesses.tiles[search.tile])},
                      {"kind", pads ? "pad" : "swizzle"},
                      {"name", cure.name},
                      {"change", cure.change},
                      {"bytes", cure.bytes == 0 ? Json(nullptr) : Json(cure.bytes)},
                      {"slots", means},
                      {"together", sum_of(means)},
                      {"best", i == (pads ? search.best_pad : search.best_swizzle)}});
    }
  }
  return list;
}

}  // namespace

Json answer_json(const Answer& answer) {
  Json json;
  json["gpu"] = answer.gpu.name;
  json["answer"] = sentence(answer);
  json["accesses"] = accesses_json(answer);
  json["together"] = sum_of(means_with(answer, nullptr));
  json["cures"] = cures_json(answer);
  json["machines"] = Json::array();
  for (const Served& served : answer.machines) {
    json["machines"].push_back({{"options", served.options},
                                {"slots", served.means.instruction},
                                {"together", served.means.together},
                                {"keys", served.keys}});
  }
  json["regions"] = Json::array();
  for (const RegionAdvice& tile : advise_regions(answer)) {
    json["regions"].push_back({{"tile", answer.accesses.tiles[tile.tile].name},
                               {"mapping", kRegionMapping},
                               {"slots_off", tile.off},
                               {"slots_on", tile.on},
                               {"on", tile.wanted()}});
  }
  return json;
}

}  // namespace superwarp::ask
