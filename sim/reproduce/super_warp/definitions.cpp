// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "sim/congestion/table2.h"
#include "sim/reproduce/grid.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

Widths some_super_warps(std::uint32_t w) {
  return w == 4 ? Widths{2, 3, 16} : Widths{log_width(w)};
}

std::vector<Experiment> one_dispatch(const char* workload) {
  const auto sizes = [](std::uint32_t w) {
    Sizes all;
    for (const std::uint32_t s : some_super_warps(w)) all.push_back(std::uint64_t{s} * w);
    return all;
  };
  return grid({MachineKind::kSdmm, workload, {4, 16, 32}, sizes, {1}, {1, 7, 50}, some_super_warps},
              [](const Experiment& e) { return e.size == e.threads; });
}

/// k = s*w requests for one bank, by one super warp.
Finding one_bank(Laboratory& laboratory) {
  return check_exact(
      laboratory, one_dispatch("all-same-bank"),
      [](const Experiment& e, const Counted&) { return e.size + e.machine.latency - 1; });
}

Finding merging(Laboratory& laboratory) {
  return check_exact(
      laboratory, one_dispatch("all-same-address"),
      [](const Experiment& e, const Counted&) { return std::uint64_t{e.machine.latency}; },
      ": one slot, ratio 1/s");
}

/// Contiguous access is the least that distinct addresses can cost, all in one bank the most;
/// random ones lie between.
Finding distinct_addresses(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const char* workload : {"contiguous", "all-same-bank", "stride"})
    append(runs, one_dispatch(workload));
  Ratios ratios;  // of the congestion, to s
  for (const Experiment& e : runs) {
    const Measurement& m = laboratory.measure(e);
    const double s = e.machine.super_warp;
    ratios.model.add(static_cast<double>(m.congestion) / s);
    if (m.rtl) ratios.rtl.add(static_cast<double>(*m.rtl_congestion) / s);
  }
  Finding finding = never_below(
      runs, ratios,
      "s*w distinct words in w banks: some bank has at least s; reached by contiguous access");
  finding.figures = fmt::format("ratio >= {:.3f}", ratios.model.least);
  return finding;
}

/// Printed: S(i) = {W(i*sw), ..., W((i+1)*sw - 1)}, for i below p/(sw).
Finding super_warp_members(Laboratory& /*laboratory*/) {
  constexpr std::uint64_t kWarpWidth = 32;
  constexpr std::uint64_t kSuperWarp = 5;
  constexpr std::uint64_t kThreads = 1600;
  const std::uint64_t warps = kThreads / kWarpWidth;
  const std::uint64_t super_warps = kThreads / (kSuperWarp * kWarpWidth);
  const std::uint64_t named = super_warps * kSuperWarp * kWarpWidth;
  Finding finding;
  finding.parameters = {{"width", kWarpWidth}, {"super_warp", kSuperWarp}, {"threads", kThreads}};
  finding.closed = {{"warps", warps}, {"warps_named", named}};
  finding.figures = fmt::format("names {} warps of {}", named, warps);
  finding.decide(named == warps,
                 "a super warp has s warps, so S(i) is W(i*s) .. W((i+1)*s - 1); as printed it "
                 "would have s*w of them");
  return finding;
}

/// "f_w(s)/s = log s log w / (s log log w) = 1 if s = log w".
Finding f_identity(Laboratory& /*laboratory*/) {
  Finding finding;
  Figure values = Figure::object();
  double largest = 0;
  for (const std::uint32_t w : {4U, 16U, 32U, 256U, 65536U}) {
    const double value = congestion::f_w(w, log_width(w)) / log_width(w);
    values[std::to_string(w)] = value;
    largest = std::max(largest, value);
  }
  finding.parameters = {{"width", {4, 16, 32, 256, 65536}}, {"super_warp", "log w"}};
  finding.closed = {{"f_w(log w)/log w", values}, {"2e", 2 * std::exp(1.0)}};
  finding.figures = fmt::format("{:.4f} for every w, printed 1", largest);
  finding.decide(std::abs(largest - 1) < 1e-9,
                 "with f_w(s) = 2e(log s + 1)log w/(log log w + 1) it is 2e for every w: constant, "
                 "so Corollary 7 stands, but not 1");
  return finding;
}

}  // namespace

std::vector<Claim> super_warp_definition_claims() {
  return {
      {"super-warp.one-bank", super_warp_source("Section II"),
       "k requests to a particular bank take k + l - 1 time units", one_bank, 1},
      {"super-warp.merging", super_warp_source("Sections II and IV"),
       "all threads of a super warp at one address: congestion 1, ratio 1/s", merging, 1},
      {"super-warp.distinct-addresses", super_warp_source("Section IV"),
       "if all s*w threads access distinct addresses, the congestion ratio is at least 1",
       distinct_addresses, 1},
      {"super-warp.super-warp-members", super_warp_source("Section IV"),
       "super warp S(i) consists of the warps W(i*sw), ..., W((i+1)*sw - 1)", super_warp_members},
      {"super-warp.f-w-identity", super_warp_source("Section V, before Corollary 7"),
       "f_w(s)/s = log s log w/(s log log w) = 1 if s = log w", f_identity},
  };
}

}  // namespace superwarp::reproduce
