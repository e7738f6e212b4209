// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/machine_words.h"
#include "model/reference/mapping.h"
#include "sim/description/data_files.h"
#include "tests/mapping/mapped.h"

namespace superwarp::soak {
namespace {

std::string draw_mapping(Draw& draw) {
  std::vector<std::string> with_rtl;
  for (const model::MappingInfo& mapping : model::mappings())
    if (!mapping.rtl.empty()) with_rtl.push_back(mapping.name);
  return draw.one_of(with_rtl);
}

Streaming draw_options(Draw& draw, Rpu rpu, std::uint32_t width) {
  Streaming streaming = rpu_defaults(rpu);
  for (const RpuOption& option : rpu_info(rpu).options) {
    option.set(streaming, option.choices.empty() ? option.least + draw.below(option.most - option.least + 1)
                                                 : draw.one_of(option.choices).value);
  }
  // A wide unit with deep windows takes minutes to compile.
  if (width >= 64) streaming.depth = std::min(streaming.depth, 8U);
  if (rpu_info(rpu).option("queue") != nullptr)
    streaming.depth = std::min(streaming.depth, kMostDepth - rpu_value(rpu, streaming, "queue"));
  return streaming;
}

/// Any number of threads of a warp, and any number of banks that the mappings have.
void draw_shape(Draw& draw, Machine& machine) {
  constexpr std::uint32_t kMost = 128;
  machine.width = 1 + draw.below(kMost);
  const auto any = [](const std::string& mapping) { return model::mapping_info(mapping).banks == model::kAnyBanks; };
  machine.banks = any(machine.mapping) && any(machine.regions.off) ? 1 + draw.below(kMost) : 2U << draw.below(7);
}

/// A table of regions, or equal ones of some rows; each run draws where the mapping is on.
void draw_regions(Draw& draw, Machine& machine) {
  const std::vector<std::string> others = test::off_mappings(machine.mapping);
  if (machine.mapping == kUsualOff || draw.one_in(2)) machine.regions.off = draw.one_of(others);
  if (draw.one_in(3)) {
    machine.regions.table.resize(std::size_t{1} << draw.below(5));
    return;
  }
  machine.regions.on.resize(std::size_t{1} << draw.below(7));
  machine.regions.rows = std::uint64_t{1} << draw.below(8);
}

/// A network of some stages, if there is one between these lanes and banks.
void draw_route(Draw& draw, Machine& machine) {
  constexpr std::uint32_t kMostWays = 32;  // else minutes to compile
  if (std::max(machine.lanes(), machine.bank_count()) > kMostWays) return;
  machine.streaming.others["route"] = 1 + draw.below(route_levels(machine));
  Machine deep = machine;
  deep.latency = sysc::kMaxLatency;
  if (!route_fault(deep).empty()) machine.streaming.others.erase("route");
}

MemoryBuild draw_memory_machine(Draw& draw) {
  MemoryBuild build;
  Machine& machine = build.machine;
  const MachineInfo& info = machines()[draw.below(static_cast<std::uint32_t>(machines().size()))];
  machine.kind = info.kind;
  machine.width = 2U << draw.below(7);
  machine.mapping = draw.one_in(2) ? info.mapping : draw_mapping(draw);
  if (!info.unified() && draw.one_in(4)) draw_regions(draw, machine);
  if (info.streams() && !draw.one_in(3)) {
    machine.rpu = draw.one_of(std::vector<Rpu>{Rpu::kCrossbar, Rpu::kStream, Rpu::kPipelined});
    const std::uint32_t most = machine.rpu == Rpu::kPipelined ? 16 : 64;  // else minutes to compile
    if (draw.one_in(3)) draw_shape(draw, machine);
    machine.width = std::min(machine.width, most);
    machine.banks = std::min(machine.banks, most);
    machine.streaming = draw_options(draw, machine.rpu, machine.width);
    return build;
  }
  if (draw.one_in(3)) draw_shape(draw, machine);
  constexpr std::uint32_t kMostLanes = 512;
  if (info.packs) machine.super_warp = 1 + draw.below(16);
  while (machine.lanes() > kMostLanes) --machine.super_warp;
  constexpr std::uint32_t kMostSerial = 160;  // else minutes to compile
  if (info.streams() && machine.super_warp > 1 && machine.lanes() <= kMostSerial && draw.one_in(2)) {
    machine.rpu = Rpu::kSerial;
    machine.streaming = draw_options(draw, machine.rpu, machine.width);
  }
  if (machine.rpu == Rpu::kBatch && draw.one_in(3)) draw_route(draw, machine);
  const bool routed = machine.streaming.others.count("route") != 0;
  if (machine.rpu == Rpu::kBatch && !routed && machine.kind != MachineKind::kGt200 && draw.one_in(4)) machine.ports = 2;
  build.shallow = draw.one_in(4) && machine.lanes() <= 32;
  return build;
}

/// Up to 8 multiprocessors with a memory of up to 32 banks each, and a global one.
MemoryBuild draw_several_memories(Draw& draw) {
  MemoryBuild build = draw_memory_machine(draw);
  Machine& machine = build.machine;
  constexpr std::uint32_t kMostWidth = 32;  // two units are compiled
  constexpr std::uint32_t kMostSuperWarp = 4;
  while (machine.width > kMostWidth) machine.width /= 2;
  while (machine.bank_count() > kMostWidth) machine.banks /= 2;
  machine.super_warp = std::min(machine.super_warp, kMostSuperWarp);
  if (machine.super_warp == 1 && machine.rpu == Rpu::kSerial) machine.super_warp = 2;
  if (machine.rpu == Rpu::kBatch) machine.streaming.others.erase("route");
  build.shallow = false;
  machine.hierarchy = Hierarchy{1 + draw.below(8)};
  return build;
}

GpuBuild draw_gpu(Draw& draw) { return {draw.one_of(description::gpu_names())}; }

LaneBuild draw_lane_machine(Draw& draw) {
  LaneBuild build;
  constexpr std::uint32_t kMost = 32;  // else minutes to compile
  Machine machine;
  machine.mapping = draw_mapping(draw);
  machine.width = 2U << draw.below(5);
  if (draw.one_in(3)) draw_shape(draw, machine);
  build.width = std::min(machine.width, kMost);
  build.banks = std::min(machine.bank_count(), kMost);
  build.streaming = draw_options(draw, Rpu::kStream, build.width);
  build.responses = 1 + draw.below(16);
  build.rows = std::uint64_t{16} << draw.below(4);
  build.mapping = model::mapping_info(machine.mapping).rtl;
  return build;
}

std::string name(const MemoryBuild& build) {
  return model::text_of(build.machine) + (build.shallow ? " --shallow" : "");
}

std::string name(const LaneBuild& build) {
  return fmt::format("lanes w {} b {} {} responses {} {}", build.width, build.banks,
                     rpu_text(Rpu::kStream, build.streaming), build.responses, build.mapping);
}
std::string name(const GpuBuild& build) { return "gpu " + build.gpu; }
std::string name(const CoalescerBuild& /*build*/) { return "coalescer"; }

}  // namespace

Build draw_build(std::uint64_t seed, std::uint64_t index) {
  Draw draw(model::extend_key(seed, ~index));
  if (index == 0) return CoalescerBuild{};
  if (index == 1 || draw.one_in(6)) return draw_lane_machine(draw);
  if (draw.one_in(6)) return draw_gpu(draw);
  return draw.one_in(5) ? draw_several_memories(draw) : draw_memory_machine(draw);
}

std::string name_of(const Build& build) {
  return std::visit([](const auto& one) { return name(one); }, build);
}

}  // namespace superwarp::soak
