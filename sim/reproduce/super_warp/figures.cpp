// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "sim/reproduce/papers.h"
#include "sim/reproduce/picture.h"

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kWidth = 4;
constexpr std::uint32_t kLatency = 7;
constexpr std::uint32_t kRows = 6;

/// The accesses of figs. 4, 6 and 7.
std::vector<std::vector<Address>> the_three_warps() {
  return {{16, 21, 4, 15}, {9, 3, 11, 19}, {2, 7, 23, 0}};
}

Check slots(const Machine& machine, std::vector<std::uint32_t> congestion, const char* note) {
  return picture(the_three_warps(), machine, std::move(congestion), note);
}

/// The figure's own shifts are not in the text.
Machine with_shifts() {
  Machine machine = machine_of(kRsdmm, kWidth, kLatency, 3);
  machine.key = {0, 0, 0, 2, 1, 0};
  return machine;
}

/// All w^rows keys, one after the other.
template <class Visit>
void for_each_key(Visit visit) {
  std::uint64_t keys = 1;
  for (std::uint32_t row = 0; row < kRows; ++row) keys *= kWidth;
  for (std::uint64_t number = 0; number < keys; ++number) {
    std::vector<std::uint32_t> key;
    for (std::uint64_t rest = number; key.size() < kRows; rest /= kWidth)
      key.push_back(rest % kWidth);
    visit(key, static_cast<double>(number + 1) / static_cast<double>(keys));
  }
}

Figure distribution(const std::map<std::uint64_t, std::uint64_t>& counts) {
  Figure figure = Figure::object();
  for (const auto& [congestion, count] : counts) figure[std::to_string(congestion)] = count;
  return figure;
}

/// Counts over all keys, as the loads of single banks do not give the law of their maximum.
Finding figure_7_all_shifts(Laboratory& laboratory) {
  const trace::TraceProgram program = one_round(the_three_warps());
  const std::map<std::uint64_t, std::uint64_t> right = {{3, 192}, {4, 2304}, {5, 1408}, {6, 192}};
  std::map<std::uint64_t, std::uint64_t> model;
  std::map<std::uint64_t, std::uint64_t> rtl;
  for_each_key([&](const std::vector<std::uint32_t>& key, double share) {
    Machine machine = machine_of(kRsdmm, kWidth, kLatency, 3);
    machine.key = key;
    const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine);
    ++model[evaluation.model->congestion];
    if (evaluation.rtl) ++rtl[evaluation.rtl->slots];
    laboratory.progress(share);
  });
  return equal_figures(
      {{"width", kWidth}, {"super_warp", 3}, {"rows", kRows}, {"keys", "all 4^6"}},
      distribution(right), distribution(model), rtl.empty() ? Figure(nullptr) : distribution(rtl),
      fmt::format("congestion 3..6 in {}, {}, {}, {} of 4096", model[3], model[4], model[5],
                  model[6]),
      "counted over every key; the figure's congestion 4 is the most frequent one");
}

}  // namespace

Claims super_warp_figures() {
  return {
      {"super-warp.fig-4", Kind::kFigure, "super-warp paper, Section II, fig. 4",
       "on the DMM with w = 4, l = 7 the three warps occupy 2, 3 and 2 stages and take 13 time "
       "units",
       slots(machine_of(kDmm, kWidth, kLatency), {2, 3, 2},
             "; within bank 0 the figure draws m[4] ahead of m[16], but the lowest thread's m[16] "
             "is served first: no effect on time; the text says W(0) where W(2) is meant")},
      {"super-warp.fig-6", Kind::kFigure, "super-warp paper, Section IV, fig. 6",
       "on the SDMM with s = 3 the same accesses have congestion 6: 12 time units, ratio 2",
       slots(machine_of(kSdmm, kWidth, kLatency, 3), {6}, "; congestion ratio 6/3 = 2")},
      {"super-warp.fig-7", Kind::kFigure, "super-warp paper, Section V, fig. 7",
       "on the RSDMM with s = 3 the same accesses can have congestion 4: 10 time units",
       slots(with_shifts(), {4},
             "; the figure's own shifts are not in the text: these are ones that give its "
             "congestion")},
      {"super-warp.fig-7.all-shifts", Kind::kFigure,
       "docs/spec/machines.md, worked examples (for fig. 7 of the super-warp paper)",
       "over all 4^6 shifts the congestion is 3, 4, 5, 6 in 192, 2304, 1408, 192 cases",
       figure_7_all_shifts, 2},
  };
}

}  // namespace superwarp::reproduce
