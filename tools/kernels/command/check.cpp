// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "tools/kernels/command/recorded.h"
#include "tools/kernels/lines/line_costs.h"

namespace superwarp::cli {
namespace {

using lines::LineChange;
using lines::LineCost;
using lines::Verdict;

struct CheckOptions {
  std::vector<std::string> recordings;
  std::string baseline;
  std::optional<double> limit;
  double tolerance = 0;
  std::string json;
  MachineOptions machine;
};

std::vector<LineCost> costs_of(const std::vector<std::string>& paths, const Machine& machine,
                               const CheckOptions& options) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : paths) {
    const auto found = lines::recordings_in(path);
    files.insert(files.end(), found.begin(), found.end());
  }
  return lines::shared_costs(files, machine,
                             [&](Machine& fitted, std::uint64_t words) { options.machine.fit_memory(fitted, words); });
}

const char* name_of(Verdict verdict) {
  return verdict == Verdict::kGood ? "good" : verdict == Verdict::kWorse ? "worse" : "over limit";
}

std::string table_of(const lines::Comparison& comparison, bool against) {
  draw::Table table({"verdict:  <10", "slots:>10", "/ideal:>8.2f", "before:>9.2f", "line:  <1"});
  for (const LineChange& line : comparison.lines) {
    const draw::Cell before = line.before ? draw::Cell(line.before->over_ideal()) : draw::Cell(against ? "new" : "");
    table.add({name_of(line.verdict), line.now.slots, line.now.over_ideal(), before, line.now.place()},
              fmt::format("{:.60}", line.now.text));
  }
  for (const LineCost& line : comparison.gone)
    table.add({"gone", "", "", line.over_ideal(), line.place()}, fmt::format("{:.60}", line.text));
  return table.text();
}

Json comparison_json(const lines::Comparison& comparison, const lines::Gate& gate) {
  Json json = result_of("superwarp.check/1");
  json["limit"] = or_null(gate.limit);
  json["tolerance"] = gate.tolerance;
  json["failing"] = comparison.failing();
  json["lines"] = Json::array();
  for (const LineChange& line : comparison.lines) {
    Json one = line_json(line.now);
    one["verdict"] = name_of(line.verdict);
    one["before"] = line.before ? line_json(*line.before) : Json(nullptr);
    json["lines"].push_back(one);
  }
  json["gone"] = lines_json(comparison.gone);
  return json;
}

int run_check(const CheckOptions& options) {
  lines::Gate gate{options.limit, options.tolerance};
  if (!gate.limit && options.baseline.empty()) gate.limit = 1;
  if (gate.limit && !(*gate.limit >= 1))
    throw UsageError(fmt::format("--limit {}: expected 1 or more, the ideal", *gate.limit));
  if (!(gate.tolerance >= 0)) throw UsageError(fmt::format("--tolerance {}: expected 0 or more", gate.tolerance));
  if (gate.tolerance > 0 && options.baseline.empty())
    throw UsageError("--tolerance has no effect without --baseline; leave it out or add one");
  const Machine machine = options.machine.parse_one_memory(32);
  const std::vector<LineCost> now = costs_of(options.recordings, machine, options);
  std::vector<LineCost> before;
  if (!options.baseline.empty()) before = costs_of({options.baseline}, machine, options);
  const lines::Comparison comparison = lines::compare(now, before, gate);
  if (options.json != "-") {
    fmt::print("lines that access shared memory: {}; on {} of width {}\n", comparison.lines.size(),
               machine_name(machine.kind), machine.width);
    if (!comparison.lines.empty() || !comparison.gone.empty())
      fmt::print("{}", table_of(comparison, !options.baseline.empty()));
    fmt::print("{}\n", comparison.failing() == 0 ? "the check passes"
                                                 : draw::counted(comparison.failing(), "line fails", "lines fail"));
  }
  if (!options.json.empty()) write_json(options.json, comparison_json(comparison, gate));
  return comparison.failing() == 0 ? 0 : 1;
}

const char* const kCheckFooter = R"(Example:
  superwarp check examples/transpose.traceg --limit 40

For the continuous integration of a CUDA program: record its kernels, then check them.
  superwarp record kernels.cu --out new --no-table && superwarp check new --baseline old
Exit status 1 if a line fails: its ratio slots / ideal is above --limit, or above that of the same line of
the baseline. The ideal is a slot for every w words that a warp's access asks for, two for an atomic.
Without --limit and --baseline the limit is 1: no conflicts. Lines are the same if kernel, file and text
are the same, so lines may move.)";

Command add_check(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("check", "fail if lines of a recording conflict, or conflict more than before");
  const auto options = std::make_shared<CheckOptions>();
  app->add_option("recordings", options->recordings, ".traceg files, or folders of them as 'record' writes them")
      .required();
  app->add_option("--baseline", options->baseline, "recording to compare with");
  app->add_option("--limit", options->limit, "largest allowed ratio of a line's slots to its ideal");
  app->add_option("--tolerance", options->tolerance, "share by which a line's ratio may exceed that of the baseline")
      .capture_default_str();
  add_json(*app, options->json);
  options->machine.add_machine_to(*app);
  app->footer(kCheckFooter);
  return {app, [options] { return run_check(*options); }};
}

const AddCommand kAddCheck(40, add_check);

}  // namespace
}  // namespace superwarp::cli
