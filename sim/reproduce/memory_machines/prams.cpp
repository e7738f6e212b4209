#include "sim/reproduce/memory_machines/prams.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::reproduce {

std::uint64_t pram_time(const Measurement& measurement, Pram pram) {
  return pram == Pram::kPram ? measurement.rounds : measurement.bpram;
}

Finding check_pram(Laboratory& laboratory, const std::vector<Experiment>& experiments, Pram pram,
                   double constant, const char* why) {
  double largest = 0;
  std::string worst;
  for (const Experiment& e : experiments) {
    const std::uint64_t at_once = pram == Pram::kPram ? e.threads : e.machine.width;
    const double f = static_cast<double>(e.elements()) / static_cast<double>(at_once);
    const double ratio = static_cast<double>(pram_time(laboratory.measure(e), pram)) / f;
    if (ratio > largest) worst = e.command();
    largest = std::max(largest, ratio);
  }
  Finding finding;
  finding.parameters = grid_figure(experiments);
  finding.parameters["constant"] = constant;
  finding.closed = {{"constant", constant}};
  finding.model = {{"largest_ratio", largest}};
  finding.figures = fmt::format("time/f <= {:.3f}, constant {:.2f}", largest, constant);
  finding.decide(
      largest <= constant,
      fmt::format("{}; counted by the model beside the run, there is no RTL of it; largest at: {}",
                  why, worst));
  return finding;
}

}  // namespace superwarp::reproduce
