// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/machines.h"

#include <fmt/format.h>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"

namespace superwarp::ask {
namespace {

constexpr std::uint32_t kPacked = 4;  // warps of a super warp in the overview

}  // namespace

std::vector<Choice> all_machines(std::optional<std::uint32_t> width) {
  std::vector<Choice> all;
  const auto add = [&](const MachineInfo& info, const std::string& more,
                       std::uint32_t super_warp) -> Machine& {
    Machine machine;
    machine.kind = info.kind;
    machine.width = width.value_or(info.width);
    machine.mapping = info.mapping;
    machine.super_warp = super_warp;
    all.push_back({info.name + more, machine});
    return all.back().machine;
  };
  for (const MachineInfo& info : machines()) {
    if (!info.packs || info.mapping != "identity") add(info, "", 1);
    if (info.packs) add(info, fmt::format(" --super-warp {}", kPacked), kPacked);
    if (!info.streams()) continue;
    for (const RpuInfo& rpu : rpus()) {
      if (rpu.rpu == Rpu::kBatch) continue;
      const std::string packed = rpu.overlaps ? "" : fmt::format(" --super-warp {}", kPacked);
      Machine& machine =
          add(info, fmt::format("{} --rpu {}", packed, rpu.name), rpu.overlaps ? 1 : kPacked);
      machine.rpu = rpu.rpu;
      machine.streaming = rpu_defaults(rpu.rpu);
    }
  }
  const MachineInfo& dmm = machine_info(MachineKind::kDmm);
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.name != dmm.mapping)
      add(dmm, " --mapping " + mapping.name, 1).mapping = mapping.name;
  }
  return all;
}

}  // namespace superwarp::ask
