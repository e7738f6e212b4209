// SPDX-License-Identifier: Apache-2.0
#include "model/reference/machine_check.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/refuse.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/mapping.h"

namespace superwarp::model {
namespace {

/// Checks a machine with an RPU other than the batch, and the RPU's options.
void check_rpu(const Machine& machine) {
  if (!machine_info(machine.kind).streams()) refuse("the {} has no choice of RPUs", machine_info(machine.kind).name);
  const RpuInfo& rpu = rpu_info(machine.rpu);
  if (machine.overlaps() && machine.super_warp > 1)
    refuse("super warps with the RPU {}: it takes single warps", rpu.name);
  if (!machine.overlaps() && machine.super_warp < 2)
    refuse("super warps of one warp with the RPU {}: it packs two or more", rpu.name);
  for (const RpuOption& option : rpu.options) {
    const std::uint32_t value = option.value(machine.streaming);
    if (option.allows(value)) continue;
    throw std::invalid_argument(
        option.choices.empty() ? fmt::format("{} {}: expected {} to {}", option.name, value, option.least, option.most)
                               : fmt::format("the RPU {} does not support this {}", rpu.name, option.name));
  }
}

}  // namespace

void check_regions(const Machine& machine) {
  const Regions& regions = machine.regions;
  if (regions.count() > kMostRegions || !is_power_of_two(regions.count()))
    refuse("{} regions: expected a power of two from 1 to {}", regions.count(), kMostRegions);
  if (regions.rows > 0 && !is_power_of_two(regions.rows))
    refuse("regions of {} rows: expected a power of two", regions.rows);
  if (regions.is_table() && regions.rows > 0) refuse("a table gives its regions their rows, expected no other number");
  for (const auto& [first, rows] : regions.table) {
    if (machine.rows > 0 && first + rows > machine.rows) {
      refuse("{}+{} is no part of a memory of {} rows, expected rows from 0 to {}", first, rows, machine.rows,
             machine.rows - 1);
    }
  }
  if (machine_info(machine.kind).unified())
    refuse("the {} has no mapping to switch on in regions", machine_info(machine.kind).name);
  if (machine.mapping == "prime") refuse("the mapping prime moves words to other rows, so to other regions");
  const MappingInfo off = mapping_info(regions.off);
  if (!serves_off(off)) {
    refuse(
        "the mapping {} cannot serve regions that are off: expected one without a key "
        "whose words stay in their rows",
        off.name);
  }
  if (machine.mapping == regions.off)
    refuse("the mapping {} is the same on and off, expected --mapping too", regions.off);
  check_banks(off, machine.bank_count());
}

void check_machine(const Machine& machine) {
  const MachineInfo& kind = machine_info(machine.kind);
  static_cast<void>(rpu_info(machine.rpu));
  if (machine.hierarchy) refuse("a hierarchical machine has several memories, expected one of them: memory_of()");
  constexpr std::uint32_t kMost = 1U << 16;
  if (machine.width < 1 || machine.width > kMost) refuse("width {}: expected 1 to {}", machine.width, kMost);
  if (machine.bank_count() > kMost) refuse("{} banks: expected 1 to {}", machine.bank_count(), kMost);
  if (machine.latency == 0) refuse("latency 0: the pipeline has at least one stage");
  if (machine.super_warp == 0) refuse("super warp 0: it has at least one warp");
  constexpr std::uint32_t kMostLanes = 1U << 24;
  if (machine.super_warp > kMostLanes / machine.width) {
    refuse("super warp {}: expected at most {}, {} lanes", machine.super_warp, kMostLanes / machine.width, kMostLanes);
  }
  if (machine.super_warp > 1 && !kind.packs) refuse("the {} has no super warps", kind.name);
  check_banks(mapping_info(machine.mapping), machine.bank_count());
  if (machine.rpu != Rpu::kBatch) check_rpu(machine);
  if (machine.regions.any()) check_regions(machine);
  if (const std::string fault = shape_fault(machine); !fault.empty()) throw std::invalid_argument(fault);
}

}  // namespace superwarp::model
