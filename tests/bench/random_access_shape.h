// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "tests/bench/bench_fixture.h"

/// \file
/// The machines of random_access_test.cpp, and their names, by which scripts choose one.

namespace superwarp::test {

struct RandomAccessShape {
  Machine machine;
  int cases;
  bool shallow = false;
  std::uint32_t most_rows = 40;
};

inline std::string name_of(const RandomAccessShape& shape) {
  const Machine& machine = shape.machine;
  std::string name =
      fmt::format("w{}_s{}{}", machine.width, machine.super_warp, shape.shallow ? "_shallow" : "");
  if (machine.rpu != Rpu::kBatch) {
    name = fmt::format("w{}_{}", machine.width, rpu_info(machine.rpu).name);
    if (machine.super_warp > 1) name += fmt::format("_s{}", machine.super_warp);
    for (const RpuOption& option : stated_options(machine.rpu, machine.streaming))
      name += fmt::format("_{}", typed(option, machine.streaming));
    if (shape.shallow) name += "_shallow";
  }
  if (machine.whole_banks() != machine.width) name += fmt::format("_b{}", machine.whole_banks());
  if (machine.bank_words > 1) name += fmt::format("_{}words", machine.bank_words);
  if (machine.ports > 1) name += fmt::format("_p{}", machine.ports);
  if (route_stages(machine) > 0) name += fmt::format("_route{}", route_stages(machine));
  if (machine.kind != MachineKind::kSdmm) name += "_" + machine_info(machine.kind).name;
  if (machine.mapping != "identity") name += "_" + machine.mapping;
  if (machine.regions.any())
    name += fmt::format("_{}{}{}", machine.regions.count(),
                        machine.regions.is_table() ? "table" : "regions", machine.regions.rows) +
            (machine.regions.off == kUsualOff ? "" : "_" + machine.regions.off);
  return test_name(name);
}
inline std::string named(const ::testing::TestParamInfo<RandomAccessShape>& info) {
  return name_of(info.param);
}

inline void PrintTo(const RandomAccessShape& shape, std::ostream* out) { *out << name_of(shape); }

}  // namespace superwarp::test
