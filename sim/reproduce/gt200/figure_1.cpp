// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <set>

#include "sim/gt200/benchmarks.h"
#include "sim/reproduce/gt200/engines.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

constexpr std::array<std::uint32_t, 6> kStrides = {1, 2, 4, 8, 16, 32};
constexpr std::uint32_t kWordBytes = 4;

/// Every access of one warp: both half-warps, all iterations.
std::vector<HalfWarpAccess> all_accesses(std::uint32_t stride) {
  std::vector<HalfWarpAccess> accesses;
  for (std::uint32_t i = 0; i < gt200::kGt200Warp; ++i) {
    for (const std::uint32_t half : {0U, 1U})
      accesses.push_back(gt200::algorithm_1_access(half, i, stride, kWordBytes));
  }
  return accesses;
}

Finding half_warp_transactions(Laboratory& laboratory, std::uint32_t stride,
                               std::uint64_t transactions, std::uint64_t bytes) {
  const auto accesses = all_accesses(stride);
  const CoalescedByAll all =
      coalesced(laboratory, accesses, fmt::format("Algorithm 1, stride {}", stride));
  bool holds = all.agree();
  for (const auto& of_access : all.rtl.transactions) {
    holds = holds && of_access.size() == transactions;
    for (const Transaction& t : of_access) holds = holds && t.bytes == bytes;
  }
  Finding finding;
  const auto figure = [&](const Coalesced& engine) -> Figure {
    const std::uint64_t half_warps = accesses.size();
    return {{"transactions", engine.count() / half_warps},
            {"bytes of each", engine.bytes() / engine.count()}};
  };
  finding.parameters = {
      {"stride", stride}, {"word_bytes", kWordBytes}, {"half-warps", accesses.size()}};
  finding.closed = {{"transactions", transactions}, {"bytes of each", bytes}};
  finding.model = figure(all.model);
  finding.rtl = figure(all.rtl);
  finding.figures = fmt::format("{} transaction{} of {} bytes", transactions,
                                transactions == 1 ? "" : "s", bytes);
  finding.decide(holds, fmt::format("so in every one of the {} accesses of a warp's half-warps",
                                    accesses.size()));
  return finding;
}

Finding equal_work(Laboratory& /*laboratory*/) {
  bool holds = true;
  for (const std::uint32_t stride : kStrides) {
    std::set<std::uint32_t> read;
    for (const HalfWarpAccess& access : all_accesses(stride))
      read.insert(access.address.begin(), access.address.end());
    holds = holds && read.size() == std::size_t{gt200::kGt200Warp} * gt200::kGt200Warp;
  }
  Finding finding;
  finding.parameters = {{"strides", kStrides}};
  finding.closed = {{"reads of a thread", gt200::kGt200Warp},
                    {"elements of a warp", gt200::kGt200Warp * gt200::kGt200Warp}};
  finding.figures = "32 reads a thread, 1024 elements a warp, each once";
  finding.decide(holds,
                 "a warp reads the same 1024 elements once at every stride (2 .. 16 by the "
                 "reconstruction of gt200.figure-1.strides)");
  return finding;
}

Finding strides(Laboratory& laboratory) {
  Finding finding = not_checked(
      "reconstruction: the text defines strides 1 and 32 only. Here thread t starts at "
      "floor(t/S)*S*32 + t mod S and goes on in steps of S; the curve itself is a picture, and its "
      "data are not in the text");
  finding.closed = finding.model = finding.rtl = Figure::object();
  std::vector<std::uint64_t> counts;
  for (const std::uint32_t stride : kStrides) {
    const auto accesses = all_accesses(stride);
    const CoalescedByAll all =
        coalesced(laboratory, accesses, fmt::format("Algorithm 1, stride {}", stride));
    const std::string key = std::to_string(stride);
    const std::uint64_t formula = stride >= kHalfWarp ? 1 : kHalfWarp / stride;
    finding.closed[key] = formula;
    finding.model[key] = all.model.count() / accesses.size();
    finding.rtl[key] = all.rtl.count() / accesses.size();
    counts.push_back(all.rtl.count() / accesses.size());
  }
  finding.parameters = {{"strides", kStrides}};
  finding.figures = fmt::format("{} transactions at strides 1 .. 32", fmt::join(counts, " "));
  return finding;
}

/// "no less than the value of warp": is a smaller distance worse?
Finding distance(Laboratory& laboratory) {
  const CoalescedByAll half = coalesced(laboratory, all_accesses(16), "Algorithm 1, stride 16");
  const CoalescedByAll warp = coalesced(laboratory, all_accesses(32), "Algorithm 1, stride 32");
  Finding finding;
  finding.parameters = {{"strides", {16, 32}}};
  finding.closed = {{"16", half.text.figure()}, {"32", warp.text.figure()}};
  finding.model = {{"16", half.model.figure()}, {"32", warp.model.figure()}};
  finding.rtl = {{"16", half.rtl.figure()}, {"32", warp.rtl.figure()}};
  finding.figures =
      fmt::format("stride 16: {} transactions, stride 32: {}", half.rtl.count(), warp.rtl.count());
  finding.decide(
      half.rtl.count() > warp.rtl.count(),
      "transactions are made for half-warps: by the protocol of the same text a distance of 16, "
      "half a warp, is as good (stride 16 by the reconstruction of gt200.figure-1.strides)");
  return finding;
}

}  // namespace

std::vector<Claim> gt200_figure_1_claims() {
  return {
      {"gt200.algorithm-1.stride-32", gt200_source("Section IV"),
       "stride = 32: each thread of a warp receives consecutive elements: complete union, one "
       "transaction",
       [](Laboratory& l) { return half_warp_transactions(l, 32, 1, 64); }},
      {"gt200.algorithm-1.stride-1", gt200_source("Section IV"),
       "stride = 1: a half-warp's elements are 32 apart and require 16 memory transactions",
       [](Laboratory& l) { return half_warp_transactions(l, 1, 16, 32); }},
      {"gt200.algorithm-1.equal-work", gt200_source("Section IV"),
       "the number of accesses of a thread does not depend on stride", equal_work},
      {"gt200.figure-1.strides", gt200_source("Section IV, fig. 1"),
       "the number of transactions of a half-warp at strides 1 .. 32", strides},
      {"gt200.figure-1.distance", gt200_source("Section IV, on fig. 1"),
       "elements have to be read at a distance no less than the warp's size to take advantage of "
       "combined access",
       distance},
      {"gt200.figure-1.curves", gt200_source("Fig. 1"),
       "actual time and time predicted by the MAX model over stride",
       [](Laboratory&) {
         return not_checked(
             "the figure is a picture: neither its measured nor its predicted times are in the "
             "text, and latency, D, N_C and R of the prediction are not given; "
             "gt200.figure-1.strides has the transactions that memory cycles are made of");
       }},
      {"gt200.figure-1.balance", gt200_source("Section IV"),
       "at stride 1 memory dominates; with larger strides memory access and calculations take "
       "about the same number of cycles",
       [](Laboratory&) {
         return not_checked(
             "neither the kernel's cycles of computation nor the latency of global memory is in "
             "the text");
       }},
  };
}

}  // namespace superwarp::reproduce
