// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/on_rtl.h"

#include <algorithm>

#include "model/machine/machine.h"
#include "tools/congestion/uniform_rounds.h"

namespace superwarp::congestion {
namespace {

std::vector<std::uint32_t> run(evaluate::Evaluator& evaluator, const Program& program, const Machine& machine) {
  evaluate::EvaluationOptions options;
  options.record = true;
  const evaluate::Evaluation evaluation = evaluator.evaluate(program, machine, options);
  if (!evaluation.agree()) throw EnginesDisagree(evaluation.disagreement);
  return recorded_congestion(*evaluation.rtl);
}

}  // namespace

std::vector<std::uint32_t> recorded_congestion(const tb::BenchResult& run) {
  std::vector<std::uint32_t> congestion(run.recording.dispatches.size());
  std::vector<std::uint64_t> last_slot(congestion.size());
  for (const TimeUnit& unit : run.recording.units) {
    for (const Served& served : unit.served) {
      if (last_slot[served.dispatch] == unit.time) continue;
      last_slot[served.dispatch] = unit.time;
      ++congestion[served.dispatch];
    }
  }
  return congestion;
}

Histogram uniform_on_rtl(evaluate::Evaluator& evaluator, const Machine& machine, const CongestionCell& cell,
                         std::uint64_t rounds, std::uint64_t seed, const CountProgress& progress) {
  constexpr std::uint64_t kRecordedRequests = 1U << 19U;  // at a time: bounds the memory used
  const std::uint64_t batch = std::max<std::uint64_t>(1, kRecordedRequests / cell.requests());
  Histogram histogram;
  for (std::uint64_t done = 0; done < rounds; done = std::min(done + batch, rounds)) {
    const UniformRounds program(cell, seed, done, std::min(batch, rounds - done));
    for (const std::uint32_t c : run(evaluator, program, machine)) histogram.add(c);
    if (progress) progress(std::min(done + batch, rounds));
  }
  return histogram;
}

RekeyingSample rekeyings_on_rtl(evaluate::Evaluator& evaluator, const Program& program, const Machine& machine,
                                const RekeyingOptions& options) {
  RekeyingSample sample;
  for (std::uint64_t i = 0; i < options.rekeyings; ++i) {
    sample.add(run(evaluator, program, rekeyed(machine, options.seed, i)));
    if (options.progress) options.progress(i + 1);
  }
  return sample;
}

}  // namespace superwarp::congestion
