// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/congestion_request.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "language/machine.h"
#include "language/nearest_name.h"
#include "sim/cli/common_options.h"
#include "sim/cli/names.h"
#include "sim/cli/usage_error.h"
#include "sim/congestion/number_list.h"
#include "sim/evaluate/evaluation.h"
#include "sim/model/mapping.h"
#include "sim/trace/read_trace.h"

namespace superwarp::cli {
using congestion::CongestionCell;
namespace {

std::vector<CongestionCell> cells_of(const CongestionOptions& options,
                                     const trace::TraceProgram* trace) {
  if (trace != nullptr && !options.sizes.empty()) {
    throw UsageError("--size: a trace has its own addresses; leave --size out");
  }
  const auto list = [](const char* option, const std::string& given, const std::string& otherwise) {
    return congestion::number_list(option, given.empty() ? otherwise : given);
  };
  const auto widths = list("--width", options.widths,
                           trace != nullptr ? std::to_string(trace->width()) : "16,32,64,128,256");
  const auto super_warps = list("--super-warp", options.super_warps, "1..10");
  std::vector<std::uint64_t> sizes = trace != nullptr
                                         ? std::vector<std::uint64_t>{trace->words()}
                                         : list("--size", options.sizes, "1024,1048576");
  std::vector<CongestionCell> cells;
  for (const std::uint64_t size : sizes) {
    for (const std::uint64_t s : super_warps) {
      for (const std::uint64_t w : widths) {
        if (w < 2 || w > CongestionCell::kMaxWidth) {
          throw UsageError(
              fmt::format("--width {}: expected 2 to {}", w, CongestionCell::kMaxWidth));
        }
        if (s < 1 || s > CongestionCell::kMaxSuperWarp) {
          throw UsageError(
              fmt::format("--super-warp {}: expected 1 to {}", s, CongestionCell::kMaxSuperWarp));
        }
        CongestionCell cell{static_cast<unsigned>(w), static_cast<unsigned>(s), size};
        if (trace != nullptr) {
          if (w != trace->width()) {
            throw UsageError(
                fmt::format("--width {}: the trace has warps of {} threads", w, trace->width()));
          }
          trace::check_super_warps(trace->trace(), cell.super_warp);
        } else {
          congestion::validate(cell);
        }
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

void choose_engines(const std::string& engines, CongestionRequest& request) {
  std::istringstream list(engines);
  for (std::string name; std::getline(list, name, ',');) {
    const std::string known = known_name("engine", name, {"exact", "monte-carlo", "rtl"});
    request.exact |= known == "exact";
    request.monte_carlo |= known == "monte-carlo";
    request.rtl |= known == "rtl";
  }
}

/// Refuses rounds without an engine that runs them, and --engine rtl alone if no cell has RTL.
void check_rounds(const CongestionOptions& options, const CongestionRequest& request) {
  constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 40U;
  for (const auto& [option, rounds] :
       {std::pair{"--rounds", request.rounds}, {"--rtl-rounds", request.rtl_rounds}}) {
    if (rounds < 1 || rounds > kMostRounds)
      throw UsageError(fmt::format("{} {}: expected 1 to 2^40", option, rounds));
  }
  if (options.rounds && !request.monte_carlo && !request.rtl)
    throw UsageError("--rounds: only the engines monte-carlo and rtl run rounds");
  if (options.rtl_rounds && !request.rtl)
    throw UsageError("--rtl-rounds: the engine rtl does not run; --engine leaves it out");
  if (!request.rtl || request.exact || request.monte_carlo) return;
  std::optional<std::string> lacks;
  for (const CongestionCell& cell : request.cells) {
    Machine machine;
    machine.width = cell.width;
    machine.mapping = request.mapping;
    lacks = evaluate::rtl_lacks(machine);
    if (!lacks) return;
  }
  if (lacks) throw UsageError(fmt::format("--engine rtl: {}", *lacks));
}

}  // namespace

void CongestionOptions::add_to(CLI::App& command) {
  command.add_option("--width", widths,
                     "w: a list like 16,32 or 1..10 (default: Table II's 16,32,64,128,256)");
  command.add_option("--super-warp", super_warps, "s: a list, 1 to 16 (default: Table II's 1..10)");
  command.add_option("--size", sizes, "n: words, a list (default: Table II's 1024,1048576)");
  command
      .add_option("--mapping", mapping,
                  "mapping of addresses to banks, see 'superwarp list mapping'")
      ->capture_default_str();
  command
      .add_option("--pattern", pattern,
                  "uniform, stride:K, column, contiguous[:FIRST], scattered[:SEED] or trace:FILE")
      ->capture_default_str();
  command.add_option(
      "--rounds", rounds,
      "rounds of Monte Carlo (default 1000000), or re-keyings of a fixed pattern (default 1000)");
  command.add_option("--rtl-rounds", rtl_rounds,
                     "rounds on the RTL (default: --rounds, at most 10000, or 200 re-keyings)");
  command.add_option("--engine", engines, "exact,monte-carlo,rtl: which engines run")
      ->capture_default_str();
  add_seed(command, seed);
  command.add_option("--jobs", jobs, "threads of Monte Carlo; they do not change results")
      ->capture_default_str();
  add_rtl(command, rtl_dir);
  add_json(command, json);
}

CongestionRequest congestion_request(const CongestionOptions& options) {
  CongestionRequest request;
  request.mapping = known_name("mapping", options.mapping, names_of(model::mappings()));
  request.pattern = congestion::parse_pattern(options.pattern);
  if (request.pattern.kind == congestion::PatternKind::kTrace) {
    trace::Trace trace = trace::read_trace_file(request.pattern.file);
    trace::check_one_memory(trace, "a machine of one memory");
    request.trace = std::make_unique<trace::TraceProgram>(std::move(trace));
  }
  request.cells = cells_of(options, request.trace.get());
  choose_engines(options.engines, request);
  const bool fixed = request.pattern.fixed();
  if (fixed && !request.monte_carlo && !request.rtl) {
    throw UsageError(
        fmt::format("--engine exact: --pattern {} has no exact value, expected monte-carlo or rtl",
                    options.pattern));
  }
  request.exact = request.exact && !fixed;
  request.rounds = options.rounds.value_or(fixed ? 1000 : 1000000);
  request.rtl_rounds =
      options.rtl_rounds.value_or(std::min<std::uint64_t>(request.rounds, fixed ? 200 : 10000));
  check_rounds(options, request);
  if (options.jobs < 1 || options.jobs > 1024) throw UsageError("--jobs: expected 1 to 1024");
  request.seed = options.seed;
  request.jobs = static_cast<unsigned>(options.jobs);
  request.rtl_config.rtl_dir = options.rtl_dir;
  return request;
}

}  // namespace superwarp::cli
