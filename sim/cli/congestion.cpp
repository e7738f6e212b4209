// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "sim/cli/commands.h"
#include "sim/cli/congestion_cells.h"
#include "sim/cli/congestion_report.h"
#include "sim/cli/congestion_request.h"
#include "sim/cli/progress.h"
#include "sim/cli/session.h"
#include "sim/congestion/on_rtl.h"

namespace superwarp::cli {
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
      results.push_back(
          engines.compute(cell, [&](double share) { progress.update((before + share) / count); }));
      progress.update((before + 1) / count);
    }
  } catch (const congestion::EnginesDisagree& error) {
    return report_disagreement(error.what(), command_line);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.json != "-") {
    fmt::print("{}{}", congestion_table(request, options.pattern, results),
               congestion_summary(results, engines));
  }
  write_json(options.json,
             congestion_json(request, options.pattern, results, engines, seconds.count()));
  return report_congestion_disagreement(results);
}

constexpr const char* kCongestionFooter =
    R"(The default is the 100 cells of Table II, exact and by Monte Carlo. The RTL runs only if --engine names it: it compiles
a memory unit for every pair of width and super warp on first use, in 2 to 60 s, and has widths up to 128.
A fixed pattern has no exact value. Its first 16 accesses of s*w elements (all of a trace) are repeated with --rounds
keys of the mapping; each re-keying is a sample.
Examples:
  superwarp congestion
  superwarp congestion --width 32 --super-warp 5 --engine exact,monte-carlo,rtl
  superwarp congestion --width 32 --super-warp 1..5 --size 16384 --mapping random-shift --pattern column --engine monte-carlo,rtl)";

}  // namespace

Command add_congestion(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "congestion", "compute the expected congestion: exact, Monte Carlo, RTL; default: Table II");
  const auto options = std::make_shared<CongestionOptions>();
  options->add_to(*app);
  app->footer(kCongestionFooter);
  return {app, [options, command_line] { return congestion(*options, command_line); }};
}

}  // namespace superwarp::cli
