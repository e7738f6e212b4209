// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/svg.h"
#include "sim/draw/terminal.h"
#include "sim/exports/exports.h"
#include "sim/files/message.h"
#include "sim/files/output_file.h"
#include "sim/gpu/description.h"
#include "sim/run/model_recording.h"

namespace superwarp::cli {
namespace {

struct DrawOptions {
  std::string trace;
  std::string gpu;
  WorkloadChoice workload;
  MachineOptions machine;
  std::string svg;
  std::string kanata;
  std::string perfetto;
  std::string wavedrom;
  std::string style;
  std::optional<std::uint64_t> at;
  std::string title;
};

// The largest run that the pipeline picture shows legibly.
constexpr std::uint32_t kPipelineWidth = 8;
constexpr std::uint64_t kPipelineTimeUnits = 100;

bool is_heat(const DrawOptions& options, const Machine& machine, std::uint64_t time_units) {
  if (!options.style.empty()) return options.style == "heat";
  if (machine.overlaps() || machine.hierarchy || machine.ports > 1) return true;
  return !options.at && (machine.width > kPipelineWidth || time_units > kPipelineTimeUnits);
}

draw::TerminalStyle terminal_style() {
  draw::TerminalStyle style;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.columns = size.ws_col;
  }
  style.colour = shows_colours(STDOUT_FILENO);
  return style;
}

/// The option that asks for the pipeline picture or another viewer's; null if there is none.
const char* pipeline_option(const DrawOptions& options) {
  return options.at                    ? "--at"
         : options.style == "pipeline" ? "--style pipeline"
         : !options.kanata.empty()     ? "--kanata"
         : !options.perfetto.empty()   ? "--perfetto"
         : !options.wavedrom.empty()   ? "--wavedrom"
                                       : nullptr;
}

/// Refuses options for the pipeline picture and other viewers where they do not apply: a slot must
/// belong to one dispatch, and there must be one memory.
void refuse_pipeline(const DrawOptions& options, const Machine& machine) {
  if (machine.hierarchy) {
    const char* const one = pipeline_option(options);
    if (one == nullptr) return;
    throw UsageError(fmt::format("draw: {} shows one memory, the {} has {}; use --style heat", one, kHierarchical,
                                 machine.memories()));
  }
  if (machine.ports > 1) {
    const char* const one = pipeline_option(options);
    if (one == nullptr) return;
    throw UsageError(
        fmt::format("draw: {} shows one access of a bank in a time unit, with --ports {} there are more; use "
                    "--style heat",
                    one, machine.ports));
  }
  if (!machine.overlaps() || (options.style != "pipeline" && !options.at)) return;
  throw UsageError(
      fmt::format("draw: {} needs slots of one dispatch each, with --rpu {} they have several; "
                  "use --style heat",
                  options.at ? "--at" : "--style pipeline", rpu_info(machine.rpu).name));
}

/// A run to draw.
struct Drawn {
  Recording recording;
  std::uint64_t time_units = 0;
  std::string disagreement;  ///< of the engines
};

/// The run of the RTL, or of the model alone.
Drawn drawn_run(const DrawOptions& options, const PreparedRun& run) {
  const Machine& machine = run.machine;
  const evaluate::Engines engines = options.machine.parse_engines(machine);
  if (!engines.rtl && (!engines.model || machine.hierarchy)) {
    const auto lacks = evaluate::rtl_lacks(machine);
    throw UsageError(fmt::format("draw: this picture comes from the RTL, {}",
                                 lacks ? "and " + *lacks : "which --engine leaves out"));
  }
  evaluate::Evaluation evaluation = Session(options.machine).evaluate(*run.program, machine, std::nullopt, true);
  if (evaluation.rtl)
    return {std::move(evaluation.rtl->recording), evaluation.rtl->time_units, evaluation.disagreement};
  evaluate::ModelRecording of_model = evaluate::record_model(*run.program, machine);
  return {std::move(of_model.recording), of_model.time_units, evaluation.disagreement};
}

/// The run as a scene.
draw::Scene scene_of(const DrawOptions& options, const Machine& machine, const std::string& title, bool heat,
                     const Drawn& run) {
  draw::Scene scene;
  scene.machine = machine;
  scene.title = title;
  scene.time_units = run.time_units;
  Recording recording = run.recording;
  if (heat) {
    scene.units = std::move(recording.units);
    scene.dispatches = std::move(recording.dispatches);
    scene.accepted = std::move(recording.accepted);
    return scene;
  }
  scene.slots = draw::slots_of(recording, machine.latency);
  // A stopped run has incomplete dispatches; its slots still name the leaders.
  if (run.disagreement.empty()) scene.dispatches = std::move(recording.dispatches);
  const std::shared_ptr<const Mapping> mapping = model::make_mapping(machine);
  scene.bank = [mapping](Address a) { return mapping->bank(a); };
  if (options.at && (*options.at < 1 || *options.at > scene.time_units)) {
    throw UsageError(fmt::format("--at {}: expected a time unit of the run, 1 to {}", *options.at, scene.time_units));
  }
  scene.shown = options.at;
  return scene;
}

/// Writes the files that the options ask for. All are made before the first is written. Returns
/// whether there are any.
bool write_files(const DrawOptions& options, const Machine& machine, const std::string& title, bool heat,
                 const Drawn& run) {
  std::vector<std::pair<std::string, std::string>> files;
  if (!options.svg.empty()) {
    const draw::Scene scene = scene_of(options, machine, title, heat, run);
    files.emplace_back(options.svg, heat ? draw::draw_heat_svg(scene) : draw::draw_svg(scene));
  }
  const bool viewers = !options.kanata.empty() || !options.perfetto.empty() || !options.wavedrom.empty();
  if (viewers) {
    const draw::Scene scene = scene_of(options, machine, title, true, run);
    if (!options.kanata.empty()) files.emplace_back(options.kanata, exports::kanata(scene));
    if (!options.perfetto.empty()) files.emplace_back(options.perfetto, exports::perfetto(scene));
    if (!options.wavedrom.empty()) files.emplace_back(options.wavedrom, exports::wavedrom(scene));
  }
  const bool silent = std::any_of(files.begin(), files.end(), [](const auto& file) { return file.first == "-"; });
  for (const auto& [file, content] : files) {
    files::write_file(file, content);
    if (!silent) fmt::print("{}\n", file);
  }
  return !files.empty();
}

int draw(const DrawOptions& options, const PreparedRun& run, const std::string& name) {
  const Machine& machine = run.machine;
  refuse_pipeline(options, machine);
  const Drawn drawn = drawn_run(options, run);
  if (!drawn.disagreement.empty())  // print this first: drawing may fail
    files::message("superwarp: the engines disagree: {}\n", drawn.disagreement);
  const bool heat = is_heat(options, machine, drawn.time_units);
  const std::string blocks = run.blocks() > 1 ? fmt::format(", {} blocks", run.blocks()) : "";
  const std::string title = options.title.empty() ? name + blocks : options.title;
  if (!write_files(options, machine, title, heat, drawn)) {
    const draw::Scene scene = scene_of(options, machine, title, heat, drawn);
    fmt::print("{}",
               heat ? draw::draw_heat_terminal(scene, terminal_style()) : draw::draw_terminal(scene, terminal_style()));
  }
  return drawn.disagreement.empty() ? 0 : 1;
}

int draw_any(const DrawOptions& options) {
  if (!options.style.empty()) known_name("style", options.style, {"pipeline", "heat"});
  if (options.at && options.style == "heat")
    throw UsageError("draw: --at chooses a time unit of the pipeline; a heat map shows all");
  if (!options.trace.empty()) {
    if (!options.workload.name.empty()) throw UsageError("draw: give a trace or --workload, not both");
    if (options.workload.any_option()) {
      throw UsageError(
          "draw: --size, --threads, --write-percent, --taps and --permutation need --workload; a "
          "trace has its own accesses");
    }
    const input::Input input(options.trace);
    const std::optional<gpu::Description> gpu = gpu_of(options.gpu);
    return draw(options, prepare(input, options.machine, gpu ? &*gpu : nullptr),
                input.name() + (gpu ? ", as " + gpu->name + " has it" : ""));
  }
  if (!options.gpu.empty())
    throw UsageError("--gpu: expected a trace; a workload's accesses are those of the papers' machines");
  if (options.workload.name.empty()) throw UsageError("draw: expected a trace file or --workload NAME --size N");
  if (!options.workload.size) throw UsageError("draw: expected --size N, the size of the workload");
  return draw(options, prepare(options.workload, options.machine),
              fmt::format("{} of size {}", options.workload.name, *options.workload.size));
}

Command add_draw(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("draw", "draw a run from the RTL's own signals: the memory pipeline or all banks");
  const auto options = std::make_shared<DrawOptions>();
  app->add_option("trace", options->trace, kTraceHelp);
  const auto add_picture = [&](const char* name, auto& value, const std::string& description) {
    app->add_option(name, value, description).group("Picture");
  };
  add_picture("--svg", options->svg, "write an SVG file ('-': standard output) instead of drawing on the terminal");
  add_picture("--style", options->style,
              "pipeline: its stages in one time unit; heat: every bank in every time unit (default: "
              "pipeline; heat for wide machines and long runs)");
  add_picture("--at", options->at, "draw the pipeline in this time unit (default: the first in which it is fullest)");
  add_picture("--title", options->title, "title of the picture (default: what was run)");
  add_picture("--kanata", options->kanata, "write a log for the Konata pipeline viewer, one line per dispatch");
  add_picture("--perfetto", options->perfetto,
              "write Chrome trace events for ui.perfetto.dev: a track per bank and per super warp, "
              "and counters");
  add_picture("--wavedrom", options->wavedrom,
              fmt::format("write a WaveDrom timing diagram of at most {} time units", exports::kLongestWavedrom));
  options->workload.add_to(*app, false);
  add_gpu(*app, options->gpu);
  options->machine.add_to(*app);
  options->machine.add_hierarchy_to(*app);
  app->footer(
      "--engine model draws what the model does, without Verilator.\n"
      "Files for Konata, Perfetto and WaveDrom: see --help-all.\nExample:\n"
      "  superwarp draw examples/fig4.trace --latency 7 --svg fig4.svg\n"
      "  superwarp draw --workload transpose-naive --size 32 --svg slide.svg\n"
      "  superwarp draw --workload hmm-transpose-naive --size 64 --machine hmm --svg memories.svg");
  return {app, [options] { return draw_any(*options); }, needs_rtl()};
}

const AddCommand kAddDraw(80, add_draw);

}  // namespace
}  // namespace superwarp::cli
