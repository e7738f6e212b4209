// SPDX-License-Identifier: Apache-2.0
#include "tools/python/core/machine_text.h"

#include <fmt/format.h>

#include "model/machine/machine_info.h"
#include "model/machine/route.h"
#include "model/machine/rpu_info.h"

namespace superwarp::python {

std::string text_of(const Machine& machine) {
  std::string text = fmt::format("Machine('{}', width={}, latency={}",
                                 machine_info(machine.kind).name, machine.width, machine.latency);
  if (machine.whole_banks() != machine.width)
    text += fmt::format(", banks={}", machine.whole_banks());
  if (machine.ports > 1) text += fmt::format(", ports={}", machine.ports);
  if (machine.bank_words > 1) text += fmt::format(", bank_words={}", machine.bank_words);
  if (machine.rpu != Rpu::kBatch) {
    text += fmt::format(", rpu='{}'", rpu_info(machine.rpu).name);
    for (const RpuOption& option : stated_options(machine.rpu, machine.streaming)) {
      const char* const quote = option.choices.empty() ? "" : "'";
      text += fmt::format(", {0}={1}{2}{1}", option.name, quote, typed(option, machine.streaming));
    }
  }
  if (route_stages(machine) > 0) text += fmt::format(", route={}", route_stages(machine));
  if (machine_info(machine.kind).packs && !machine.overlaps()) {
    text += fmt::format(", super_warp={}", machine.super_warp);
  }
  text += fmt::format(", mapping='{}', seed={}", machine.mapping, machine.seed);
  if (machine.regions.any()) text += fmt::format(", regions='{}'", text_of(machine.regions));
  if (machine.rows != 0) text += fmt::format(", rows={}", machine.rows);
  text +=
      fmt::format(", schedule='{}'", machine.schedule == Schedule::kRounds ? "rounds" : "async");
  if (const auto& issue = machine.issue) {
    text += fmt::format(", issue={}, order='{}', wait='{}', instructions={}, places={}",
                        issue->sub_cores, order_name(*issue), wait_name(*issue),
                        issue->instructions, issue->places);
  }
  return text + ")";
}

}  // namespace superwarp::python
