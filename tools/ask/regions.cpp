// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/regions.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::ask {
namespace {

/// Slots of each instruction on a machine of the overview; null if it is not there.
const std::vector<double>* slots_on(const Answer& answer, const std::string& options) {
  const auto found = std::find_if(answer.machines.begin(), answer.machines.end(),
                                  [&](const Served& served) { return served.options == options; });
  return found == answer.machines.end() ? nullptr : &found->means.instruction;
}

}  // namespace

std::vector<RegionAdvice> advise_regions(const Answer& answer) {
  const std::vector<double>* const off = slots_on(answer, "dmm");
  const std::vector<double>* const on =
      slots_on(answer, std::string("dmm --mapping ") + kRegionMapping);
  if (off == nullptr || on == nullptr) return {};
  std::vector<RegionAdvice> advice(answer.accesses.tiles.size());
  for (std::size_t tile = 0; tile < advice.size(); ++tile) advice[tile].tile = tile;
  for (std::size_t i = 0; i < answer.accesses.instructions.size(); ++i) {
    RegionAdvice& of_tile = advice[answer.accesses.instructions[i].tile];
    of_tile.off += (*off)[i];
    of_tile.on += (*on)[i];
  }
  return advice;
}

std::string regions_sentence(const Answer& answer) {
  std::string text;
  for (const RegionAdvice& of_tile : advise_regions(answer)) {
    const std::string& name = answer.accesses.tiles[of_tile.tile].name;
    text +=
        fmt::format("{} {} for {} ({} slot{}, {} with it)", text.empty() ? "" : ",",
                    of_tile.wanted() ? "on" : "off", name.empty() ? "this memory" : name,
                    number_text(of_tile.off), of_tile.off == 1 ? "" : "s", number_text(of_tile.on));
  }
  return text.empty() ? "" : fmt::format("--mapping {} --regions:{}", kRegionMapping, text);
}

}  // namespace superwarp::ask
