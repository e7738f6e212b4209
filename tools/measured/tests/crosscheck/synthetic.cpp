// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/tests/crosscheck/synthetic.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/reference/random.h"

namespace superwarp::crosscheck {

Pattern pattern_of(AccessKind kind, std::uint32_t parameter, Quantity quantity, std::uint32_t warps,
                   std::uint32_t bits) {
  Pattern p;
  p.access.kind = kind;
  p.access.parameter = parameter;
  p.quantity = quantity;
  p.warps = warps;
  p.bits = bits;
  p.unit = quantity == Quantity::kSlots ? "slots" : "cycles";
  p.value = 1;
  p.id = fmt::format("{}-{}.{}.{}.{}", name_of(kind), parameter, name_of(quantity), warps, bits);
  return p;
}

Measurement synthetic(const gpu::Description& rules, double cycles_per_slot, double latency, double noise,
                      std::uint64_t seed) {
  constexpr std::uint32_t kSteps = 2001;
  Measurement m;
  m.file = "synthetic.json";
  m.name = "synthetic";
  m.source = "computed";
  m.date = "2000-01-01";
  m.device.name = "none";
  for (std::uint32_t degree = 1; degree <= 32; ++degree) {
    const auto add = [&](Quantity quantity, std::uint32_t warps) {
      Pattern p = pattern_of(AccessKind::kConflict, degree, quantity, warps);
      // Independent of gpu::Description: the rules as the papers and data/gpus/README.md state
      // them.
      const double active = std::min(warps, rules.sub_cores);
      const double share = std::max(rules.slot_cycles_sub_core / active, rules.slot_cycles_sm) / rules.slot_cycles_sm;
      p.value = quantity == Quantity::kTime ? latency + cycles_per_slot * share * (degree - 1)
                                            : cycles_per_slot * share * degree;
      const double drawn = model::uniform_at(seed, m.patterns.size(), kSteps);
      p.value *= 1 + noise * (2 * drawn / (kSteps - 1) - 1);
      m.patterns.push_back(p);
    };
    add(Quantity::kTime, 1);
    add(Quantity::kThroughput, 1);
    add(Quantity::kThroughput, 4);
  }
  return m;
}

}  // namespace superwarp::crosscheck
