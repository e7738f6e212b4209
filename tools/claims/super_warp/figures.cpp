// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "tools/claims/grid.h"
#include "tools/claims/programs.h"

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kWidth = 4;
constexpr std::uint32_t kLatency = 7;
constexpr std::uint32_t kRowsOfMemory = 6;

/// The accesses of figs. 4, 6 and 7.
std::vector<std::vector<Address>> the_three_warps() { return {{16, 21, 4, 15}, {9, 3, 11, 19}, {2, 7, 23, 0}}; }

Check slots(const Machine& machine, std::vector<std::uint32_t> congestion, const char* note) {
  return picture(the_three_warps(), machine, std::move(congestion), note);
}

/// The figure's own shifts are not in the text.
Machine with_shifts() {
  Machine machine = machine_of(kRsdmm, kWidth, kLatency, 3);
  machine.key = {0, 0, 0, 2, 1, 0};
  return machine;
}

/// All 4^6 keys, one after the other.
template <class Visit>
void for_each_key(Visit visit) {
  constexpr std::uint64_t kKeys = 1U << 2 * kRowsOfMemory;
  for (std::uint64_t number = 0; number < kKeys; ++number) {
    std::vector<std::uint32_t> key(kRowsOfMemory);
    for (std::uint32_t row = 0; row < kRowsOfMemory; ++row) key[row] = number >> 2 * row & 3;
    visit(key, static_cast<double>(number + 1) / kKeys);
  }
}

/// Counts over all keys, as the loads of single banks do not give the law of their maximum.
Finding figure_7_all_shifts(Laboratory& laboratory) {
  const trace::TraceProgram program = one_round(the_three_warps());
  std::map<std::uint64_t, std::uint64_t> model;
  std::map<std::uint64_t, std::uint64_t> rtl;
  for_each_key([&](const std::vector<std::uint32_t>& key, double share) {
    Machine machine = machine_of(kRsdmm, kWidth, kLatency, 3);
    machine.key = key;
    const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine);
    ++model[evaluation.model->slots];
    ++rtl[evaluation.rtl->slots];
    laboratory.progress(share);
  });
  const auto distribution = [](const std::map<std::uint64_t, std::uint64_t>& counts) {
    Figure figure = Figure::object();
    for (const auto& [congestion, count] : counts) figure[std::to_string(congestion)] = count;
    return figure;
  };
  return equal_figures({{"width", kWidth}, {"super_warp", 3}, {"rows", kRowsOfMemory}, {"keys", "all 4^6"}},
                       {{"3", 192}, {"4", 2304}, {"5", 1408}, {"6", 192}}, distribution(model), distribution(rtl),
                       fmt::format("congestion 3..6 in {}, {}, {}, {} of 4096", model[3], model[4], model[5], model[6]),
                       "counted over every key; the figure's congestion 4 is the most frequent one");
}

/// One dispatch of s*w requests.
Runs one_dispatch(const char* workload) {
  const auto super_warps = [](std::uint32_t w) { return w == 4 ? Widths{2, 3, 16} : Widths{log_width(w)}; };
  const auto sizes = [super_warps](std::uint64_t w) {
    Sizes all;
    for (const std::uint32_t s : super_warps(static_cast<std::uint32_t>(w))) all.push_back(s * w);
    return all;
  };
  return grid({kSdmm, workload, {4, 16, 32}, sizes, {1}, {1, 7, 50}, super_warps},
              [](const Whole& o) { return o.n == o.p; });
}

/// Printed: S(i) = {W(i*sw), ..., W((i+1)*sw - 1)}, for i below p/(sw).
Finding super_warp_members(Laboratory& /*laboratory*/) {
  constexpr std::uint64_t kWarpWidth = 32;
  constexpr std::uint64_t kSuperWarp = 5;
  constexpr std::uint64_t kThreads = 1600;
  constexpr std::uint64_t kWarps = kThreads / kWarpWidth;
  constexpr std::uint64_t kNamed = kThreads / (kSuperWarp * kWarpWidth) * kSuperWarp * kWarpWidth;
  return by_formula({{"width", kWarpWidth}, {"super_warp", kSuperWarp}, {"threads", kThreads}},
                    {{"warps", kWarps}, {"warps_named", kNamed}}, fmt::format("names {} warps of {}", kNamed, kWarps),
                    kNamed == kWarps,
                    "a super warp has s warps, so S(i) is W(i*s) .. W((i+1)*s - 1); as printed it would have "
                    "s*w of them");
}

/// The warp of the third dispatch of fig. 4.
Check third_warp() {
  const auto program = [] { return std::unique_ptr<Program>(new trace::TraceProgram(one_round(the_three_warps()))); };
  return counted({program, machine_of(kDmm, kWidth, kLatency), 0,
                  [](const Dispatches& all) { return all.at(2).super_warp; }, "warp that occupies the last two stages",
                  "W(2) is meant: W(0) was named before"});
}

/// "f_w(s)/s = log s log w / (s log log w) = 1 if s = log w"
Finding f_identity(Laboratory& /*laboratory*/) {
  Figure values = Figure::object();
  double largest = 0;
  for (const std::uint32_t w : {4U, 16U, 32U, 256U, 65536U}) {
    const double value = congestion::f_w(w, log_width(w)) / log_width(w);
    values[std::to_string(w)] = value;
    largest = std::max(largest, value);
  }
  return by_formula({{"width", {4, 16, 32, 256, 65536}}, {"super_warp", "log w"}},
                    {{"f_w(log w)/log w", values}, {"2e", 2 * std::exp(1.0)}},
                    fmt::format("{:.4f} for every w, printed 1", largest), std::abs(largest - 1) < 1e-9,
                    "with f_w(s) = 2e(log s + 1)log w/(log log w + 1) it is 2e for every w: constant, so "
                    "Corollary 7 stands, but not 1");
}

}  // namespace

Claims super_warp_figures() {
  return {
      {"super-warp.fig-4", Kind::kFigure, "super-warp paper, Section II, fig. 4",
       "on the DMM with w = 4, l = 7 the three warps occupy 2, 3 and 2 stages and take 13 time "
       "units",
       slots(machine_of(kDmm, kWidth, kLatency), {2, 3, 2},
             "; within bank 0 the figure draws m[4] ahead of m[16], but the lowest thread's m[16] "
             "is served first: no effect on time")},
      {"super-warp.slip.fig-4", Kind::kWording, "super-warp paper, Section II, on fig. 4",
       "requests by W(0) occupy two stages, those by W(1) three, and \"those by W(0) occupy two\"", third_warp(), 0.1,
       Weight::kSlip},
      {"super-warp.fig-6", Kind::kFigure, "super-warp paper, Section IV, fig. 6",
       "on the SDMM with s = 3 the same accesses have congestion 6: 12 time units, ratio 2",
       slots(machine_of(kSdmm, kWidth, kLatency, 3), {6}, "; congestion ratio 6/3 = 2")},
      {"super-warp.fig-7", Kind::kFigure, "super-warp paper, Section V, fig. 7",
       "on the RSDMM with s = 3 the same accesses can have congestion 4: 10 time units",
       slots(with_shifts(), {4},
             "; the figure's own shifts are not in the text: these are ones that give its "
             "congestion")},
      of_project({"super-warp.fig-7.all-shifts", Kind::kFigure,
                  "super-warp paper, Section V, fig. 7, whose shifts are not in the text",
                  "over all 4^6 shifts the congestion is 3, 4, 5, 6 in 192, 2304, 1408, 192 cases", figure_7_all_shifts,
                  2}),
      {"super-warp.one-bank", Kind::kExact, "super-warp paper, Section II",
       "k requests to a particular bank take k + l - 1 time units",
       exact(one_dispatch("all-same-bank"), [](const Whole& o) { return o.n + o.l - 1; }), 1},
      {"super-warp.merging", Kind::kExact, "super-warp paper, Sections II and IV",
       "all threads of a super warp at one address: congestion 1, ratio 1/s",
       exact(
           one_dispatch("all-same-address"), [](const Whole& o) { return o.l; }, ": one slot, ratio 1/s"),
       1},
      // Contiguous access is the cheapest with distinct addresses, one bank the dearest.
      {"super-warp.distinct-addresses", Kind::kBound, "super-warp paper, Section IV",
       "if all s*w threads access distinct addresses, the congestion ratio is at least 1",
       never_below(
           joined({one_dispatch("contiguous"), one_dispatch("all-same-bank"), one_dispatch("stride")}),
           [](const Real& o) { return o.s; },
           "s*w distinct words in w banks: some bank has at least s; reached by contiguous "
           "access",
           Quantity::kCongestion),
       1},
      {"super-warp.super-warp-members", Kind::kWording, "super-warp paper, Section IV",
       "super warp S(i) consists of the warps W(i*sw), ..., W((i+1)*sw - 1)", super_warp_members, 0.1, Weight::kSlip,
       R"(python3 -c 'w, s = 2, 1; p = s*w; print("S(0) has warps 0 to", s*w - 1, "of", p//w)')",
       "S(0) has warps 0 to 1 of 1"},
      {"super-warp.f-w-identity", Kind::kAsymptotic, "super-warp paper, Section V, before Corollary 7",
       "f_w(s)/s = log s log w/(s log log w) = 1 if s = log w", f_identity, 0.1, Weight::kConstant,
       R"(python3 -c 'from math import e, log2; w, s = 4, 2; print(2*e*(log2(s) + 1)*log2(w)/(log2(log2(w)) + 1)/s)')",
       "5.4365"},
  };
}

}  // namespace superwarp::reproduce
