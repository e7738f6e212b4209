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

CoalescedByAll at_stride(Laboratory& laboratory, std::uint32_t stride) {
  return coalesced(laboratory, all_accesses(stride), fmt::format("Algorithm 1, stride {}", stride));
}

/// Every half-warp makes so many transactions of so many bytes.
Check half_warp_transactions(std::uint32_t stride, std::uint64_t transactions,
                             std::uint64_t bytes) {
  return [=](Laboratory& laboratory) {
    const CoalescedByAll all = at_stride(laboratory, stride);
    const std::size_t half_warps = all.rtl.transactions.size();
    bool holds = all.agree();
    for (const auto& of_access : all.rtl.transactions) {
      holds = holds && of_access.size() == transactions;
      for (const Transaction& t : of_access) holds = holds && t.bytes == bytes;
    }
    Finding finding = by_all(
        {{"stride", stride}, {"word_bytes", kWordBytes}, {"half-warps", half_warps}}, all,
        [&](const Coalesced& engine) {
          return Figure{{"transactions", engine.count() / half_warps},
                        {"bytes of each", engine.bytes() / engine.count()}};
        },
        fmt::format("{} transaction{} of {} bytes", transactions, transactions == 1 ? "" : "s",
                    bytes),
        holds,
        fmt::format("so in every one of the {} accesses of a warp's half-warps", half_warps));
    finding.closed = {{"transactions", transactions}, {"bytes of each", bytes}};
    return finding;
  };
}

Finding equal_work(Laboratory& /*laboratory*/) {
  bool holds = true;
  for (const std::uint32_t stride : kStrides) {
    std::set<std::uint32_t> read;
    for (const HalfWarpAccess& access : all_accesses(stride))
      read.insert(access.address.begin(), access.address.end());
    holds = holds && read.size() == std::size_t{gt200::kGt200Warp} * gt200::kGt200Warp;
  }
  return by_formula({{"strides", kStrides}},
                    {{"reads of a thread", gt200::kGt200Warp},
                     {"elements of a warp", gt200::kGt200Warp * gt200::kGt200Warp}},
                    "32 reads a thread, 1024 elements a warp, each once", holds,
                    "a warp reads the same 1024 elements once at every stride (2 .. 16 by the "
                    "reconstruction of gt200.figure-1.strides)");
}

Finding strides(Laboratory& laboratory) {
  Finding finding = not_checked(
      "reconstruction: the text defines strides 1 and 32 only. Here thread t starts at "
      "floor(t/S)*S*32 + t mod S and goes on in steps of S; the curve itself is a picture, and its "
      "data are not in the text");
  std::vector<std::uint64_t> counts;
  for (const std::uint32_t stride : kStrides) {
    const CoalescedByAll all = at_stride(laboratory, stride);
    const std::size_t half_warps = all.rtl.transactions.size();
    const std::string key = std::to_string(stride);
    counts.push_back(all.rtl.count() / half_warps);
    finding.closed[key] = stride >= kHalfWarp ? 1 : kHalfWarp / stride;
    finding.model[key] = all.model.count() / half_warps;
    finding.rtl[key] = counts.back();
  }
  finding.parameters = {{"strides", kStrides}};
  finding.figures = fmt::format("{} transactions at strides 1 .. 32", fmt::join(counts, " "));
  return finding;
}

/// "no less than the value of warp": is a smaller distance worse?
Finding distance(Laboratory& laboratory) {
  const CoalescedByAll half = at_stride(laboratory, 16);
  const CoalescedByAll warp = at_stride(laboratory, 32);
  const auto both = [](const Coalesced& at_16, const Coalesced& at_32) {
    return Figure{{"16", at_16.figure()}, {"32", at_32.figure()}};
  };
  return {
      {{"strides", {16, 32}}},
      both(half.text, warp.text),
      both(half.model, warp.model),
      both(half.rtl, warp.rtl),
      fmt::format("stride 16: {} transactions, stride 32: {}", half.rtl.count(), warp.rtl.count()),
      holds_if(half.rtl.count() > warp.rtl.count()),
      "transactions are made for half-warps: by the protocol of the same text a distance of 16, "
      "half a warp, is as good (stride 16 by the reconstruction of gt200.figure-1.strides)"};
}

}  // namespace

Claims gt200_figure_1() {
  return {
      {"gt200.algorithm-1.stride-32", Kind::kExact, "GT200 paper, Section IV",
       "stride = 32: each thread of a warp receives consecutive elements: complete union, one "
       "transaction",
       half_warp_transactions(32, 1, 64)},
      {"gt200.algorithm-1.stride-1", Kind::kExact, "GT200 paper, Section IV",
       "stride = 1: a half-warp's elements are 32 apart and require 16 memory transactions",
       half_warp_transactions(1, 16, 32)},
      {"gt200.algorithm-1.equal-work", Kind::kWording, "GT200 paper, Section IV",
       "the number of accesses of a thread does not depend on stride", equal_work},
      {"gt200.figure-1.strides", Kind::kFigure, "GT200 paper, Section IV, fig. 1",
       "the number of transactions of a half-warp at strides 1 .. 32", strides},
      {"gt200.figure-1.distance", Kind::kWording, "GT200 paper, Section IV, on fig. 1",
       "elements have to be read at a distance no less than the warp's size to take advantage of "
       "combined access",
       distance, 0.1, Weight::kConstant,
       "for stride in 16 32; do superwarp coalesce --stride $stride | grep '^  model'; done",
       "model 64 transactions, 4096 bytes, 1 an access model 64 transactions, 4096 bytes, 1 an "
       "access"},
      {"gt200.figure-1.curves", Kind::kFigure, "GT200 paper, Fig. 1",
       "actual time and time predicted by the MAX model over stride",
       unchecked("the figure is a picture: neither its measured nor its predicted times are in the "
                 "text, and latency, D, N_C and R of the prediction are not given; "
                 "gt200.figure-1.strides has the transactions that memory cycles are made of")},
      {"gt200.figure-1.balance", Kind::kFigure, "GT200 paper, Section IV",
       "at stride 1 memory dominates; with larger strides memory access and calculations take "
       "about the same number of cycles",
       unchecked(
           "neither the kernel's cycles of computation nor the latency of global memory is in "
           "the text")},
  };
}

}  // namespace superwarp::reproduce
