// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/program.h"

namespace superwarp::advise {

/// Slots of programs that run one after another on a machine, under any regions.
class Slots {
 public:
  /// With the mapping's first `keys` keys, from the seed of `machine` on. The programs must outlive
  /// this.
  Slots(std::vector<const Program*> programs, Machine machine, std::uint32_t keys);

  /// Mean over the keys, by the model.
  double operator()(const Regions& regions);

 private:
  std::vector<const Program*> programs_;
  Machine machine_;
  std::uint32_t keys_;
  std::map<std::pair<std::uint64_t, std::string>, double> known_;  ///< by rows and text
};

}  // namespace superwarp::advise
