// SPDX-License-Identifier: Apache-2.0
#include "tests/platform/subject.h"

#include "model/reference/mapping.h"

namespace superwarp::test {

Setting::Setting(std::string its_name, Machine its_machine, std::unique_ptr<Program> its_program)
    : name(std::move(its_name)), machine(std::move(its_machine)), program(std::move(its_program)) {
  machine.width = program->width();
  model::fit(machine, program->words());
  mapping = model::make_mapping(machine);
}

Seen seen_by(const tb::BenchResult& result, const Setting& setting) {
  Seen seen;
  seen.completed.resize(result.recording.dispatches.size());
  seen.words.assign(seen.completed.size(), std::vector<Word>(setting.machine.lanes()));
  seen.memory = result.memory;
  for (const TimeUnit& unit : result.recording.units) {
    seen.units.emplace_back(unit);
    for (const Served& served : unit.served) {
      if (unit.events[served.event].op == Op::kRead)
        seen.words[served.dispatch][served.lane] = served.word;
    }
    for (const DispatchId id : unit.completed) seen.completed[id] = unit.time;
  }
  return seen;
}

}  // namespace superwarp::test
