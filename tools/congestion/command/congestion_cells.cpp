// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "tools/congestion/command/congestion.h"
#include "tools/congestion/monte_carlo.h"
#include "tools/congestion/on_rtl.h"
#include "tools/congestion/table2.h"

namespace superwarp::cli {
using congestion::CongestionCell;
namespace {

Machine machine_of(const CongestionRequest& request, const CongestionCell& cell) {
  Machine machine;
  machine.kind = request.mapping == "random-shift" ? MachineKind::kRsdmm : MachineKind::kSdmm;
  machine.width = cell.width;
  machine.super_warp = cell.super_warp;
  machine.latency = 1;  // congestion does not depend on it
  machine.mapping = request.mapping;
  machine.seed = request.seed;
  model::fit(machine, cell.size);
  return machine;
}

Sampled sampled(const congestion::Histogram& rounds, unsigned super_warp) {
  Sampled result;
  result.rounds = rounds.total();
  result.mean = rounds.mean() / super_warp;
  if (rounds.total() > 1) result.error = rounds.standard_error() / super_warp;
  result.p99 = static_cast<double>(rounds.quantile(0.99)) / super_warp;
  result.max = static_cast<double>(rounds.max()) / super_warp;
  result.dispatches = rounds;
  return result;
}

Sampled sampled(const congestion::RekeyingSample& sample, unsigned super_warp) {
  Sampled result = sampled(sample.dispatches, super_warp);
  result.rounds = sample.rekeyings();
  result.error.reset();
  if (sample.rekeyings() > 1) result.error = sample.standard_error() / super_warp;
  return result;
}

}  // namespace

CongestionEngines::CongestionEngines(const CongestionRequest& request)
    : request_(request), engine_(request.rtl_config) {}

std::shared_ptr<const Program> CongestionEngines::program_of(const CongestionCell& cell) const {
  const auto same = [&](const CongestionCell& one) {
    return one.width == cell.width && one.super_warp == cell.super_warp;
  };
  if (!request_.traces.empty()) {
    const auto place = std::find_if(request_.cells.begin(), request_.cells.end(), same);
    return request_.traces.at(static_cast<std::size_t>(place - request_.cells.begin()));
  }
  return congestion::make_pattern(request_.pattern, cell);
}

Sampled CongestionEngines::monte_carlo(const CongestionCell& cell, const Done& done) {
  const auto start = std::chrono::steady_clock::now();
  const auto all = static_cast<double>(request_.rounds);
  const auto progress = [&](std::uint64_t rounds) { done(static_cast<double>(rounds) / all); };
  Sampled result;
  if (request_.pattern.fixed()) {
    const auto program = program_of(cell);
    result = sampled(congestion::sample_rekeyings(*program, machine_of(request_, cell),
                                                  {request_.rounds, request_.seed, request_.jobs, progress}),
                     cell.super_warp);
  } else {
    congestion::MonteCarloOptions options;
    options.rounds = request_.rounds;
    options.seed = request_.seed;
    options.jobs = request_.jobs;
    options.progress = progress;
    result = sampled(congestion::simulate_congestion(cell, options), cell.super_warp);
  }
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  requests_ += static_cast<double>(result.dispatches.total()) * cell.requests();
  return result;
}

std::optional<Sampled> CongestionEngines::rtl(const CongestionCell& cell, const Done& done) {
  const Machine machine = machine_of(request_, cell);
  if (evaluate::rtl_lacks(machine)) return std::nullopt;
  const auto all = static_cast<double>(request_.rtl_rounds);
  const auto progress = [&](std::uint64_t rounds) { done(static_cast<double>(rounds) / all); };
  if (!request_.pattern.fixed()) {
    return sampled(
        congestion::uniform_on_rtl(engine_.evaluator, machine, cell, request_.rtl_rounds, request_.seed, progress),
        cell.super_warp);
  }
  const auto program = program_of(cell);
  return sampled(congestion::rekeyings_on_rtl(engine_.evaluator, *program, machine,
                                              {request_.rtl_rounds, request_.seed, 1, progress}),
                 cell.super_warp);
}

CellResult CongestionEngines::compute(const CongestionCell& cell, const Done& done) {
  CellResult result;
  result.cell = cell;
  const bool uniform = !request_.pattern.fixed();
  if (uniform) result.printed = congestion::printed_ratio(cell);
  result.printed_f = congestion::printed_column_formula(cell.width, cell.super_warp);
  // Theorem 6 assumes random shifts; they spread addresses as uniform accesses do.
  if (uniform || request_.mapping == "random-shift") {
    result.bound = congestion::proven_bound(cell.width, cell.super_warp);
  }
  if (request_.exact) result.exact = congestion::exact_congestion(cell);
  const int engines = (request_.monte_carlo ? 1 : 0) + (request_.rtl ? 1 : 0);
  if (request_.monte_carlo) {
    result.monte_carlo = monte_carlo(cell, [&](double share) { done(share / engines); });
  }
  if (request_.rtl) {
    result.rtl = rtl(cell, [&](double share) { done((engines - 1 + share) / engines); });
  }
  return result;
}

}  // namespace superwarp::cli
