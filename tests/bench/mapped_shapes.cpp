// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/mapped_shapes.h"

#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/run/rtl_config.h"
#include "tests/mapping/mapped.h"

namespace superwarp::test {

std::vector<Shape> mapped_shapes() {
  constexpr std::uint32_t kRows = 2000;
  std::vector<Shape> shapes;
  const auto add = [&shapes](std::uint32_t width, std::uint32_t super_warp, const std::string& mapping) {
    const Machine machine = sdmm(width, super_warp);
    shapes.push_back({mapped(machine, mapping), 40, false, kRows});
  };
  for (const char* numbers : {"2,2,2", "1,2,1", "2,2,-2"}) add(4, 1, fmt::format("swizzle:{}", numbers));
  for (const char* numbers : {"5,2,5", "2,3,-3", "3,4,11"}) add(32, 1, fmt::format("swizzle:{}", numbers));
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.name == "identity" || mapping.rtl.empty()) continue;
    // The names of swizzles differ in numbers only, and only where a row is longer than 16 bytes.
    if (mapping.rtl != mapping.name && mapping.key == model::KeyKind::kNone) {
      add(32, 1, mapping.name);
      continue;
    }
    for (const std::uint32_t width : {2U, 4U, 16U, 32U}) {
      for (const std::uint32_t super_warp : {1U, 3U}) {
        if (super_warp == 1 || width == 4 || width == 32) add(width, super_warp, mapping.name);
      }
    }
  }
  return shapes;
}

std::vector<Shape> shapes_of_regions() {
  std::vector<Shape> shapes;
  const auto add = [&shapes](Machine machine, std::uint32_t regions, std::uint64_t rows,
                             const std::string& off = kUsualOff) {
    machine.regions.on.resize(regions);
    machine.regions.rows = rows;
    machine.regions.off = off;
    shapes.push_back({std::move(machine), 100});
  };
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.name != "identity" && mapping.rtl == mapping.name) add(mapped(sdmm(8), mapping.name), 8, 2);
  }
  for (const auto& [regions, rows] : {std::pair{1U, 1U}, {2U, 16U}, {8U, 4U}, {64U, 1U}})
    add(mapped(dmm(32), "h3"), regions, rows);
  for (const std::string& off : off_mappings("identity")) add(mapped(sdmm(4), "h3"), 4, 2, off);
  add(mapped(sdmm(4), "h3"), 4, 2, "swizzle:1,2,1");
  add(dmm(5), 4, 2, "pad");
  add(mapped(overlapping(Rpu::kPipelined, 8, rpu_defaults(Rpu::kPipelined)), "random-shift"), 4, 2, "ipoly");
  add(mapped(sdmm(4, 3), "random-shift"), 4, 4);
  add(mapped(sdmm(4), "h3"), 4, 2);
  add(mapped(machine_of(MachineKind::kGt200, 16), "xor-swizzle"), 4, 4);
  add(mapped(serial(4, 3, 1), "h3"), 8, 1);
  add(mapped(routed(sdmm(8), 4), "h3"), 8, 1);
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar})
    add(mapped(overlapping(rpu, 8, rpu_defaults(rpu)), "random-shift"), 4, 2);
  for (Machine machine :
       {sdmm(8), sdmm(4), serial(4, 3, 1), overlapping(Rpu::kPipelined, 4, rpu_defaults(Rpu::kPipelined))}) {
    for (const std::size_t count : {1U, 4U}) {
      machine.regions.table.resize(count);
      machine.regions.off = count == 1 ? "xor-swizzle" : kUsualOff;
      shapes.push_back({mapped(machine, "h3"), 100});
    }
  }
  return shapes;
}

void share_mapped_units() {
  static const bool shared = [] {
    std::vector<Machine> machines;
    for (const auto& shapes : {mapped_shapes(), shapes_of_regions()})
      for (const Shape& shape : shapes) machines.push_back(shape.machine);
    share_units(machines);
    return true;
  }();
  static_cast<void>(shared);
}

}  // namespace superwarp::test
