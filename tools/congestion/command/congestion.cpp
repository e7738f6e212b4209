// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/command/congestion.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <utility>

#include "model/machine/machine.h"
#include "model/machine/nearest_name.h"
#include "model/reference/mapping.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/input/input.h"
#include "sim/run/evaluation.h"
#include "sim/trace/input_error.h"
#include "tools/congestion/number_list.h"
#include "tools/congestion/on_rtl.h"

namespace superwarp::cli {
using congestion::CongestionCell;
namespace {

/// The accesses of `input` as machines of this width and super warp get them.
std::shared_ptr<const Program> trace_program(const input::Input& input, std::uint32_t width, std::uint32_t super_warp) {
  Machine machine;
  machine.width = width;
  machine.super_warp = super_warp;
  if (super_warp > 1) machine.kind = MachineKind::kSdmm;
  std::shared_ptr<const Program> program = std::move(input.program(machine, 1).program);
  if (program->words() == 0)
    throw trace::InputError(input.name(), 0, "requests nothing, expected a thread that is active");
  return program;
}

std::vector<CongestionCell> cells_of(const CongestionOptions& options, const input::Input* trace,
                                     std::vector<std::shared_ptr<const Program>>& traces) {
  if (trace != nullptr && !options.sizes.empty()) {
    throw UsageError("--size: a trace has its own addresses; leave --size out");
  }
  const auto list = [](const char* option, const std::string& given, const std::string& otherwise) {
    return congestion::number_list(option, given.empty() ? otherwise : given);
  };
  const auto widths =
      list("--width", options.widths, trace != nullptr ? std::to_string(trace->lanes()) : "16,32,64,128,256");
  const auto super_warps = list("--super-warp", options.super_warps, "1..10");
  const std::vector<std::uint64_t> sizes =
      trace != nullptr ? std::vector<std::uint64_t>{0} : list("--size", options.sizes, "1024,1048576");
  std::vector<CongestionCell> cells;
  for (const std::uint64_t size : sizes) {
    for (const std::uint64_t s : super_warps) {
      for (const std::uint64_t w : widths) {
        CongestionCell cell{in_range("--width", w, 2, CongestionCell::kMaxWidth),
                            in_range("--super-warp", s, 1, CongestionCell::kMaxSuperWarp), size};
        if (trace != nullptr) {
          traces.push_back(trace_program(*trace, cell.width, cell.super_warp));
          cell.size = traces.back()->words();
        } else {
          congestion::validate(cell);
        }
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

/// Refuses rounds without an engine that runs them, and --engine rtl alone if no cell has RTL.
void check_rounds(const CongestionOptions& options, const CongestionRequest& request) {
  constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 40U;
  for (const auto& [option, rounds] : {std::pair{"--rounds", request.rounds}, {"--rtl-rounds", request.rtl_rounds}}) {
    if (rounds < 1 || rounds > kMostRounds) throw UsageError(fmt::format("{} {}: expected 1 to 2^40", option, rounds));
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

void CongestionOptions::add_to(App& command) {
  command.add_option("--width", widths, "w: a list like 16,32 or 1..10 (default: Table II's 16,32,64,128,256)");
  command.add_option("--super-warp", super_warps, "s: a list, 1 to 16 (default: Table II's 1..10)");
  command.add_option("--size", sizes, "n: words, a list (default: Table II's 1024,1048576)");
  command.add_option("--mapping", mapping, "mapping of addresses to banks, see 'superwarp list mapping'")
      .capture_default_str();
  command
      .add_option("--pattern", pattern,
                  "uniform, stride:K, column, contiguous[:FIRST], scattered[:SEED], diagonal or "
                  "trace:FILE")
      .capture_default_str();
  command.add_option("--rounds", rounds,
                     "rounds of Monte Carlo (default 1000000), or re-keyings of a fixed pattern (default 1000)");
  command.add_option("--rtl-rounds", rtl_rounds,
                     "rounds on the RTL (default: --rounds, at most 10000, or 200 re-keyings)");
  command.add_option("--engine", engines, "exact,monte-carlo,rtl: which engines run").capture_default_str();
  add_seed(command, seed);
  command.add_option("--jobs", jobs, "threads of Monte Carlo; they do not change results").capture_default_str();
  add_rtl(command, rtl_dir);
  add_json(command, json);
}

CongestionRequest congestion_request(const CongestionOptions& options) {
  CongestionRequest request;
  request.mapping = known_mapping(options.mapping);
  request.pattern = congestion::parse_pattern(options.pattern);
  if (request.pattern.kind == congestion::PatternKind::kTrace) {
    const input::Input trace(request.pattern.file);
    request.cells = cells_of(options, &trace, request.traces);
  } else {
    request.cells = cells_of(options, nullptr, request.traces);
  }
  for (const CongestionCell& cell : request.cells) require_banks(request.mapping, cell.width);
  const auto chosen = chosen_engines(options.engines, {"exact", "monte-carlo", "rtl"});
  request.exact = chosen.count("exact") > 0;
  request.monte_carlo = chosen.count("monte-carlo") > 0;
  request.rtl = chosen.count("rtl") > 0;
  const bool fixed = request.pattern.fixed();
  if (fixed && !request.monte_carlo && !request.rtl) {
    throw UsageError(
        fmt::format("--engine exact: --pattern {} has no exact value, expected monte-carlo or rtl", options.pattern));
  }
  request.exact = request.exact && !fixed;
  request.rounds = options.rounds.value_or(fixed ? 1000 : 1000000);
  request.rtl_rounds = options.rtl_rounds.value_or(std::min<std::uint64_t>(request.rounds, fixed ? 200 : 10000));
  check_rounds(options, request);
  request.seed = options.seed;
  request.jobs = in_range("--jobs", options.jobs, 1, 1024);
  request.rtl_config.rtl_dir = options.rtl_dir;
  return request;
}

namespace {

int congestion(const CongestionOptions& options, const CommandLine& command_line) {
  const CongestionRequest request = congestion_request(options);
  const auto start = std::chrono::steady_clock::now();
  CongestionEngines engines(request);
  Progress progress("congestion");
  std::vector<CellResult> results;
  const auto count = static_cast<double>(request.cells.size());
  try {
    for (const congestion::CongestionCell& cell : request.cells) {
      const auto before = static_cast<double>(results.size());
      results.push_back(engines.compute(cell, [&](double share) { progress.update((before + share) / count); }));
      progress.update((before + 1) / count);
    }
  } catch (const congestion::EnginesDisagree& error) {
    return report_disagreement(error.what(), command_line);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.json != "-") {
    fmt::print("{}{}", congestion_table(request, options.pattern, results), congestion_summary(results, engines));
  }
  write_json(options.json, congestion_json(request, options.pattern, results, engines, seconds.count()));
  return report_congestion_disagreement(results);
}

constexpr const char* kCongestionFooter =
    R"(The default is the 100 cells of Table II, exact and by Monte Carlo. The RTL runs only if --engine names it: )"
    R"(it compiles
a memory unit for every pair of width and super warp on first use, in 2 to 60 s, and has widths up to 128.
A fixed pattern has no exact value. Its first 16 accesses of s*w elements (all of a trace) are repeated with --rounds
keys of the mapping; each re-keying is a sample.
Examples:
  superwarp congestion
  superwarp congestion --width 32 --super-warp 5 --engine exact,monte-carlo,rtl
  superwarp congestion --width 32 --super-warp 1..5 --size 16384 --mapping random-shift )"
    R"(--pattern column --engine monte-carlo,rtl)";

Command add_congestion(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand(
      "congestion", "compute the expected congestion: exact, Monte Carlo, RTL; default: Table II");
  const auto options = std::make_shared<CongestionOptions>();
  options->add_to(*app);
  app->footer(kCongestionFooter);
  return {app, [options, command_line] { return congestion(*options, command_line); }, needs_rtl()};
}

const AddCommand kAddCongestion(90, add_congestion);

}  // namespace
}  // namespace superwarp::cli
