// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "tools/measured/cuda/plan.h"

namespace superwarp::cuda {
using crosscheck::kWarpThreads;
using crosscheck::Pattern;
using gpu::Operation;
namespace {

/// The element of a lane; kNone: it is idle.
using Element = std::function<std::uint64_t(std::uint32_t)>;
constexpr std::uint64_t kNone = gpu::kIdle;

using Rules = std::vector<Pattern>;

/// One instruction, alone on a sub-core and by 32 warps. Lane n has element(n), an index of
/// elements of `bytes`.
void add(Rules& rules, crosscheck::CountedAccess counted, std::uint32_t lanes, const Element& element,
         const std::string& what) {
  gpu::Access& access = counted.access;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint64_t at = element(lane);
    access.address.push_back(at == kNone ? gpu::kIdle : at * access.bytes);
  }
  for (const std::uint32_t warps : {1U, 32U}) {
    Pattern p;
    p.access.kind = crosscheck::AccessKind::kLanes;
    p.access.lanes = {counted};
    p.bits = access.bytes * 8;
    p.quantity = crosscheck::Quantity::kThroughput;
    p.warps = warps;
    p.sub_cores = std::min(warps, 4U);
    p.unit = "cycles";
    const char* const dropped = counted.drops_result ? "-dropped" : "";
    p.id = fmt::format("shared.lanes.{}.{}{}.{}.throughput.warps-{}.sub-cores-{}", p.bits,
                       gpu::name_of(access.operation), dropped, what, warps, *p.sub_cores);
    rules.push_back(std::move(p));
  }
}

crosscheck::CountedAccess access_of(Operation operation, std::uint32_t bytes, bool drops = false) {
  crosscheck::CountedAccess counted;
  counted.access.operation = operation;
  counted.access.bytes = bytes;
  counted.drops_result = drops;
  return counted;
}

/// Do the phases of wide loads and stores join? Lane n wants an element that lanes n ^ 1, n ^ 2 or
/// n ^ 4 want as well, or all lanes one, or only those of one half in pairs. Elements lie side by
/// side, so that banks do not conflict.
void joins(Rules& rules) {
  const std::array<std::pair<const char*, Element>, 5> all = {
      {{"pairs-1", [](std::uint32_t n) { return n / 2; }},
       {"pairs-2", [](std::uint32_t n) { return n % 2 + n / 4 * 2; }},
       {"pairs-4", [](std::uint32_t n) { return n % 4 + n / 8 * 4; }},
       {"one", [](std::uint32_t) { return 0U; }},
       {"half-in-pairs", [](std::uint32_t n) { return n < 16 ? n / 2 : n; }}}};
  for (const std::uint32_t bytes : {8U, 16U}) {
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      for (const auto& [name, element] : all) add(rules, access_of(operation, bytes), kWarpThreads, element, name);
    }
  }
}

/// Which lanes are a phase? Lane 0 and lane k alone, in banks of their own: one slot if they are in
/// one phase, or if the phases of idle lanes join, else two.
void phases(Rules& rules) {
  for (const std::uint32_t bytes : {4U, 8U, 16U}) {
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      const bool all = operation == Operation::kWrite && bytes > 4;
      for (std::uint32_t k = 1; k < kWarpThreads; k = all ? k + 1 : 2 * k) {
        const auto element = [k](std::uint32_t n) { return n == 0 ? 0 : n == k ? 1 : kNone; };
        add(rules, access_of(operation, bytes), kWarpThreads, element, fmt::format("0-and-{}", k));
      }
    }
  }
}

/// Do idle lanes cost a slot? Lane n has element n or is idle.
void idle_lanes(Rules& rules) {
  const std::array<std::pair<const char*, bool (*)(std::uint32_t)>, 5> all = {
      {{"low-half", [](std::uint32_t n) { return n < 16; }},
       {"high-half", [](std::uint32_t n) { return n >= 16; }},
       {"second-quarter", [](std::uint32_t n) { return n / 8 == 1; }},
       {"even", [](std::uint32_t n) { return n % 2 == 0; }},
       {"one-lane", [](std::uint32_t n) { return n == 0; }}}};
  for (const std::uint32_t bytes : {4U, 8U, 16U}) {
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      for (const auto& [name, active] : all) {
        const auto element = [is_active = active](std::uint32_t n) { return is_active(n) ? n : kNone; };
        add(rules, access_of(operation, bytes), kWarpThreads, element, name);
      }
    }
  }
}

/// ldmatrix and stmatrix of 1, 2 and 4 matrices: rows at strides of 16 to 144 bytes, and all rows
/// one.
void matrices(Rules& rules) {
  for (const Operation operation : {Operation::kMatrixRead, Operation::kMatrixWrite}) {
    for (const std::uint32_t count : {1U, 2U, 4U}) {
      for (const std::uint32_t stride : {0U, 16U, 32U, 64U, 128U, 144U}) {
        add(
            rules, access_of(operation, 16), 8 * count, [stride](std::uint32_t n) { return n * stride / 16; },
            fmt::format("x{}.stride-{}", count, stride));
      }
    }
  }
}

/// Atomics of both kinds, results used and not: lanes of one word by 1 to 32, words of one bank by
/// 2 to 32, and idle lanes.
void atomics(Rules& rules) {
  std::vector<std::pair<std::string, Element>> all;
  for (std::uint32_t sharers = 1; sharers <= kWarpThreads; sharers *= 2) {
    all.emplace_back(fmt::format("one-word-{}", sharers), [sharers](std::uint32_t n) { return n / sharers; });
  }
  for (std::uint32_t degree = 2; degree <= kWarpThreads; degree *= 2) {
    all.emplace_back(fmt::format("one-bank-{}", degree),
                     [degree](std::uint32_t n) { return n / degree + n % degree * kWarpThreads; });
  }
  all.emplace_back("two-words", [](std::uint32_t n) { return n % 2; });
  all.emplace_back("low-half", [](std::uint32_t n) { return n < 16 ? n : kNone; });
  all.emplace_back("one-lane", [](std::uint32_t n) { return n == 0 ? 0 : kNone; });
  for (const auto& [name, element] : all) {
    add(rules, access_of(Operation::kCount, 4, true), kWarpThreads, element, name);
    for (const std::uint32_t bytes : {4U, 8U}) {
      for (const bool drops : {false, true})
        add(rules, access_of(Operation::kAtomic, bytes, drops), kWarpThreads, element, name);
    }
  }
}

}  // namespace

std::vector<Pattern> rules_plan() {
  Rules rules;
  joins(rules);
  phases(rules);
  idle_lanes(rules);
  matrices(rules);
  atomics(rules);
  return rules;
}

}  // namespace superwarp::cuda
