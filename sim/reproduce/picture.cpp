#include "sim/reproduce/picture.h"

#include <fmt/format.h>

#include <utility>

#include "sim/congestion/on_rtl.h"

namespace superwarp::reproduce {

bool operator==(const Picture& a, const Picture& b) {
  return a.congestion == b.congestion && a.time_units == b.time_units;
}

Picture picture_of(std::vector<std::uint32_t> congestion, std::uint32_t latency) {
  Picture picture{std::move(congestion), latency - 1};
  for (const std::uint32_t c : picture.congestion) picture.time_units += c;
  return picture;
}

Finding check_picture(Laboratory& laboratory, const Program& program, const Machine& machine,
                      const Picture& printed) {
  Finding finding;
  finding.parameters = {{"width", machine.width},
                        {"latency", machine.latency},
                        {"super_warp", machine.super_warp},
                        {"shifts", machine.key}};
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine, true);
  const Picture model{congestion::model_congestion(program, machine), evaluation.model->time_units};
  finding.closed = printed.figure();
  finding.model = model.figure();
  bool same = model == printed;
  if (evaluation.rtl) {
    const Picture rtl{congestion::recorded_congestion(*evaluation.rtl), evaluation.rtl->time_units};
    finding.rtl = rtl.figure();
    same = same && rtl == printed;
  }
  finding.figures = fmt::format("{} time units, printed {}", model.time_units, printed.time_units);
  finding.decide(same, same ? "the same slots for each dispatch and the same time units as printed"
                            : "slots or time units differ from print");
  return finding;
}

}  // namespace superwarp::reproduce
