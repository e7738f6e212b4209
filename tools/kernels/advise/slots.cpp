// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/slots.h"

#include <utility>

#include "model/reference/mapping.h"
#include "model/reference/model.h"

namespace superwarp::advise {

Slots::Slots(std::vector<const Program*> programs, Machine machine, std::uint32_t keys)
    : programs_(std::move(programs)), machine_(std::move(machine)), keys_(keys) {
  if (model::mapping_info(machine_.mapping).key == model::KeyKind::kNone) keys_ = 1;
}

double Slots::operator()(const Regions& regions) {
  const auto [place, is_new] = known_.try_emplace({regions.rows, text_of(regions)}, 0);
  if (!is_new) return place->second;
  Machine machine = machine_;
  machine.regions = regions;
  // Without a region that is on, no key matters.
  const std::uint32_t keys = regions.any_on() ? keys_ : 1;
  std::uint64_t slots = 0;
  for (std::uint32_t key = 0; key < keys; ++key) {
    machine.key =
        model::mapping_key(machine.mapping, machine.seed + key, machine.rows, machine.bank_count());
    for (const Program* program : programs_) {
      const auto run = model::make_reference(*program, machine);
      run->run();
      slots += run->totals().slots;
    }
  }
  place->second = static_cast<double>(slots) / keys;
  return place->second;
}

}  // namespace superwarp::advise
