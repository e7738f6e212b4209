// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/cuda/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace superwarp::cuda {
using crosscheck::Access;
using crosscheck::AccessKind;
using crosscheck::AccessOp;
using crosscheck::GpuMemory;
using crosscheck::name_of;
using crosscheck::Pattern;
using crosscheck::Quantity;
namespace {

/// Schedulers of a multiprocessor since Maxwell; warp number mod 4 picks one.
constexpr std::uint32_t kSubCores = 4;

Pattern pattern_of(AccessOp op, std::uint32_t bits, const Access& access, Quantity quantity, std::uint32_t warps) {
  Pattern p;
  p.op = op;
  p.bits = bits;
  p.access = access;
  p.quantity = quantity;
  p.warps = warps;
  p.sub_cores = std::min(warps, kSubCores);
  p.unit = "cycles";
  return p;
}

Access access_of(AccessKind kind, std::uint32_t parameter) {
  Access access;
  access.kind = kind;
  access.parameter = parameter;
  return access;
}

using Plan = std::vector<Pattern>;

void add(Plan& plan, Pattern pattern, const std::string& what) {
  pattern.id = fmt::format("{}.{}.{}.{}.{}", name_of(pattern.memory), name_of(pattern.op), pattern.bits, what,
                           name_of(pattern.quantity));
  if (pattern.quantity == Quantity::kThroughput)
    pattern.id += fmt::format(".warps-{}.sub-cores-{}", pattern.warps, *pattern.sub_cores);
  plan.push_back(std::move(pattern));
}

void add_workload(Plan& plan, GpuMemory memory, Access access, std::uint32_t threads, const std::string& what,
                  const std::string& bound = "") {
  access.kind = AccessKind::kWorkload;
  Pattern p = pattern_of(AccessOp::kRead, 32, access, Quantity::kTime, threads / crosscheck::kWarpThreads);
  p.memory = memory;
  p.bound = bound;
  p.id = fmt::format("{}.{}", name_of(memory), what);
  plan.push_back(std::move(p));
}

/// Loads and stores of an access pattern: time of one, throughput of one warp and of 32 warps.
void loads_and_stores(Plan& plan, std::uint32_t bits, const Access& access, const std::string& what) {
  for (const AccessOp op : {AccessOp::kRead, AccessOp::kWrite}) {
    const AccessOp chained = op == AccessOp::kRead ? op : AccessOp::kWriteRead;
    add(plan, pattern_of(chained, bits, access, Quantity::kTime, 1), what);
    for (const std::uint32_t warps : {1U, 32U})
      add(plan, pattern_of(op, bits, access, Quantity::kThroughput, warps), what);
  }
}

void conflicts_merges_strides(Plan& plan) {
  for (const std::uint32_t bits : {32U, 64U, 128U}) {
    for (std::uint32_t degree = 1; degree <= crosscheck::kWarpThreads; ++degree) {
      loads_and_stores(plan, bits, access_of(AccessKind::kConflict, degree), fmt::format("conflict-{}", degree));
    }
    for (const std::uint32_t sharers : {2U, 3U, 4U, 8U, 16U, 32U}) {
      loads_and_stores(plan, bits, access_of(AccessKind::kMerge, sharers), fmt::format("merge-{}", sharers));
    }
    for (std::uint32_t stride = 1; stride <= 64; ++stride) {
      const Access access = access_of(AccessKind::kStride, stride);
      const std::string what = fmt::format("stride-{}", stride);
      add(plan, pattern_of(AccessOp::kRead, bits, access, Quantity::kTime, 1), what);
      add(plan, pattern_of(AccessOp::kRead, bits, access, Quantity::kThroughput, 32), what);
    }
  }
}

void warps_and_sub_cores(Plan& plan) {
  for (const std::uint32_t degree : {1U, 3U, 4U, 8U}) {
    const Access access = access_of(AccessKind::kConflict, degree);
    const std::string what = fmt::format("sub-cores.conflict-{}", degree);
    for (std::uint32_t warps = 1; warps <= 32; ++warps)
      add(plan, pattern_of(AccessOp::kRead, 32, access, Quantity::kThroughput, warps), what);
    for (const auto& [warps, sub_cores] :
         {std::pair(2U, 1U), {4U, 1U}, {8U, 1U}, {4U, 2U}, {8U, 2U}, {16U, 2U}, {6U, 3U}, {12U, 3U}}) {
      Pattern p = pattern_of(AccessOp::kRead, 32, access, Quantity::kThroughput, warps);
      p.sub_cores = sub_cores;
      add(plan, p, what);
    }
  }
}

/// Warps of one sub-core and of all, for stores and wide elements.
void widths_and_sub_cores(Plan& plan) {
  for (const std::uint32_t bits : {32U, 64U, 128U}) {
    for (const AccessOp op : {AccessOp::kRead, AccessOp::kWrite}) {
      if (bits == 32 && op == AccessOp::kRead) continue;  // warps_and_sub_cores() has them
      for (const std::uint32_t degree : {1U, 2U}) {
        for (const auto& [warps, sub_cores] :
             {std::pair(1U, 1U), {2U, 1U}, {3U, 1U}, {4U, 1U}, {8U, 1U}, {2U, 2U}, {4U, 4U}}) {
          Pattern p = pattern_of(op, bits, access_of(AccessKind::kConflict, degree), Quantity::kThroughput, warps);
          p.sub_cores = sub_cores;
          add(plan, p, fmt::format("sub-cores.conflict-{}", degree));
        }
      }
    }
  }
}

void uniform(Plan& plan, std::uint64_t seed) {
  constexpr std::uint32_t kSets = 32;
  for (std::uint32_t set = 0; set < kSets; ++set) {
    Access access;
    access.kind = AccessKind::kUniform;
    access.words = 8192;
    access.seed = seed + set;
    loads_and_stores(plan, 32, access, fmt::format("uniform-{}", set));
  }
}

void programs(Plan& plan, std::uint64_t seed) {
  constexpr std::uint32_t kSide = 32;
  constexpr std::uint32_t kThreads = kSide * kSide;
  Access access;
  access.seed = seed;
  access.size = kSide;
  access.workload = "transpose-diagonal";
  add_workload(plan, GpuMemory::kShared, access, kThreads, "transpose.diagonal");
  access.workload = "transpose-naive";
  for (const auto& [mapping, name] :
       {std::pair("pad", "padded"), {"identity", "naive"}, {"random-shift", "random-shift"}, {"xor-swizzle", "xor"}}) {
    access.mapping = mapping;
    add_workload(plan, GpuMemory::kShared, access, kThreads, fmt::format("transpose.{}", name));
  }
  access.mapping = "identity";
  for (const char* permutation : {"random", "bit-reversal", "worst-banks"}) {
    access.size = kThreads;
    access.permutation = permutation;
    for (const char* name : {"straightforward", "conflict-free"}) {
      access.workload = fmt::format("permute-{}", name);
      add_workload(plan, GpuMemory::kShared, access, kThreads, fmt::format("permutation.{}.{}", permutation, name));
    }
  }
  access.permutation.clear();
  for (const GpuMemory memory : {GpuMemory::kShared, GpuMemory::kGlobal}) {
    for (const char* name : {"sum", "prefix-sums-simple", "prefix-sums-optimal"}) {
      access.workload = name;
      for (access.size = 64; access.size <= 2048; access.size *= 2) {
        add_workload(plan, memory, access, static_cast<std::uint32_t>(access.size / 2),
                     fmt::format("{}.{}", name, access.size),
                     memory == GpuMemory::kShared ? "instructions and barriers of a step" : "");
      }
    }
  }
}

}  // namespace

std::vector<Pattern> measuring_plan(std::uint64_t seed) {
  Plan plan;
  conflicts_merges_strides(plan);
  warps_and_sub_cores(plan);
  widths_and_sub_cores(plan);
  uniform(plan, seed);
  programs(plan, seed);
  for (Pattern& pattern : rules_plan()) plan.push_back(std::move(pattern));
  return plan;
}

}  // namespace superwarp::cuda
