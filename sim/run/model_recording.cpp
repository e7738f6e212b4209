// SPDX-License-Identifier: Apache-2.0
#include "sim/run/model_recording.h"

#include "model/machine/machine.h"
#include "model/reference/stepper.h"
#include "tb/warp_scheduler.h"

namespace superwarp::evaluate {

ModelRecording record_model(const Program& program, const Machine& machine, const RecordingLimits& limits) {
  const auto stepper = model::make_stepper(machine);
  for (Address a = 0; a < program.words(); ++a) stepper->set_word(a, program.initial(a));
  tb::WarpScheduler scheduler(program, machine);
  ModelRecording run;
  Recording& recording = run.recording;
  std::uint64_t requests = 0;
  // With an issue stage time begins before the first dispatch.
  TimeUnit issued;
  if (scheduler.issues()) {
    scheduler.take(issued);
    scheduler.issue(0);
  }
  while (!scheduler.finished() && run.time_units < limits.time_units && requests < limits.requests) {
    const Dispatch* const next = stepper->ready() ? scheduler.next() : nullptr;
    if (next != nullptr) {
      stepper->push(*next);
      recording.dispatches.push_back(*next);
    }
    const TimeUnit& ticked = stepper->tick();
    if (scheduler.issues()) {
      const std::uint64_t time = issued.time + 1;
      issued = ticked;
      issued.time = time;
    }
    const TimeUnit& now = scheduler.issues() ? issued : ticked;
    recording.accepted.insert(recording.accepted.end(), now.accepted.size(), now.time);
    if (!now.events.empty()) recording.units.push_back(now);
    scheduler.take(now);
    if (scheduler.issues()) scheduler.issue(now.time);
    run.time_units = now.time;
    requests += now.served.size();
  }
  run.whole = scheduler.finished();
  return run;
}

}  // namespace superwarp::evaluate
