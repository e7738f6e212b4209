// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/cli/command_files.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/gpu_launch.h"
#include "sim/cli/json.h"
#include "sim/cli/line_table.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/ncu_comparison.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/recorded.h"
#include "sim/cli/replay.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/lines/line_costs.h"
#include "sim/record/execution.h"
#include "sim/record/interrupts.h"
#include "sim/record/program.h"
#include "sim/record/recording.h"
#include "sysc/cache_files.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

struct RecordOptions {
  record::Sources sources;
  record::Selection selection;
  std::string out;
  std::string blocks = "0..255";
  std::uint64_t megabytes = 1024;
  bool check = false;
  bool shared_only = false;
  bool no_table = false;
  std::string json;
  std::vector<std::string> arguments;
  MachineOptions machine;
  std::string gpu;
  std::string ncu;
  std::string sort = ReplayRequest().sort;
  TableFiles files;

  /// Does standard output have the JSON or a table for a document, and nothing else?
  [[nodiscard]] bool quiet() const { return json == "-" || files.to_stdout(); }
  [[nodiscard]] bool prints_tables() const { return !quiet() && !no_table; }
};

/// A program that ran, and the traces of its launches.
struct Recorded {
  record::Execution execution;
  std::vector<ToldDefect> defects;
  std::vector<fs::path> traces;
};

/// Compiles, runs and writes. Nothing is left in the temporary folder, whatever happens.
Recorded record_program(const RecordOptions& options, const fs::path& out) {
  const record::Interrupts interrupts;
  std::string folder = (fs::temp_directory_path() / "superwarp-record-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    throw std::runtime_error(fmt::format("{}: cannot make a folder there", folder));
  const sysc::ScratchDir scratch(folder);
  const record::Program program(options.sources, scratch.path());
  record::refuse_if_interrupted();
  Recorded recorded;
  recorded.execution =
      record::execute(program, options.arguments, options.selection, scratch.path());
  recorded.defects = told_defects(program, recorded.execution);
  if (recorded.execution.launches.empty())
    throw UsageError("the program launched no kernel; does it need arguments behind '--'?");
  if (!options.check) recorded.traces = record::write_recording(program, recorded.execution, out);
  record::refuse_if_interrupted();
  return recorded;
}

/// The table of the first recorded launch of every kernel that uses shared memory.
int replay_kernels(const RecordOptions& options, const Recorded& recorded,
                   const CommandLine& command_line) {
  std::optional<Session> session;
  std::set<std::string> shown;
  LineTable lines;
  std::size_t next = 0;
  for (const record::LaunchFacts& launch : recorded.execution.launches) {
    if (launch.body.empty()) continue;
    const fs::path trace = recorded.traces.at(next++);
    if (launch.shared_bytes == 0 || !shown.insert(launch.kernel).second) continue;
    if (options.prints_tables()) fmt::print("\n");
    ReplayRequest request;
    request.quiet = !options.prints_tables();
    request.gpu = options.gpu;
    request.sort = options.sort;
    LineTable of_kernel;
    request.lines = &of_kernel;
    const int status = replay(trace.string(), request, options.machine, command_line, session);
    if (status != 0) return status;
    lines.append(of_kernel);
  }
  if (options.files.any()) options.files.write(slide_of(lines, options.sources.files.front()));
  if (shown.empty() && options.prints_tables())
    fmt::print("no recorded kernel uses shared memory\n");
  return 0;
}

/// CLI11 takes words behind '--' as further files.
void split_arguments(RecordOptions& options, const CommandLine& command_line) {
  std::vector<std::string>& files = options.sources.files;
  files.insert(files.end(), options.arguments.begin(), options.arguments.end());
  const auto dashes = std::find(command_line.begin(), command_line.end(), "--");
  const auto behind = dashes == command_line.end() ? 0 : command_line.end() - dashes - 1;
  options.arguments.assign(files.end() - behind, files.end());
  files.erase(files.end() - behind, files.end());
  if (files.empty()) throw UsageError("expected a file of CUDA C++ in front of '--'");
}

int run_record(RecordOptions& options, const CommandLine& command_line) {
  split_arguments(options, command_line);
  if (options.machine.engines.empty()) options.machine.engines = "model";
  options.selection.bytes = options.megabytes << 20U;
  options.selection.blocks = options.blocks == "all" ? "" : options.blocks;
  options.selection.record = !options.check;
  options.selection.global = !options.shared_only;
  options.selection.output_to_stderr = options.quiet();
  const Machine machine = options.machine.parse(32);  // refuses before anything is compiled
  const std::optional<gpu::Description> gpu = gpu_of(options.gpu);
  const std::optional<Counters> counters = read_counters(options.ncu, options.gpu);
  if (counters && options.check) throw UsageError("--ncu: expected a recording, not --check");
  const fs::path out =
      options.out.empty() ? default_recording(options.sources.files.front()) : options.out;
  const Recorded recorded = record_program(options, out);
  const record::Execution& execution = recorded.execution;
  std::fflush(stdout);
  for (const ToldDefect& defect : recorded.defects) {
    fmt::print(stderr, "superwarp: warning: {}: {} (thread {} of {})\n", defect.place, defect.text,
               defect.thread, defect.kernel);
  }
  const bool text = !options.quiet();
  if (text) {
    fmt::print("{} ended with status {}; {}\n{}", options.sources.files.front(), execution.status,
               draw::counted(execution.launches.size(), "kernel launch", "kernel launches"),
               launches_table(execution, options.check ? "checked" : "recorded"));
    if (!options.check)
      fmt::print("recorded    {}: {}\n", out.string(),
                 draw::counted(recorded.traces.size(), "trace"));
  }
  Addition beside;
  if (counters) {
    std::vector<Launch> launches;
    for (const fs::path& trace : recorded.traces)
      launches.push_back(gpu_launch(trace.string(), *gpu));
    beside = ncu_addition(*counters, launches);
  }
  std::vector<lines::LineCost> global;
  if (!options.check && !options.shared_only && (!options.no_table || !options.json.empty()))
    global = lines::global_costs(recorded.traces);
  if (!options.json.empty()) {
    std::vector<lines::LineCost> shared;
    if (!machine.hierarchy) {
      shared = lines::shared_costs(
          recorded.traces, machine,
          [&](Machine& fitted, std::uint64_t words) { options.machine.fit_memory(fitted, words); });
    }
    Json json = recorded_json(execution, recorded.defects, recorded.traces, shared, global);
    json.update(beside.json);
    write_json(options.json, json);
  }
  if (options.check) return execution.status == 0 ? 0 : 1;
  int status = 0;
  if (options.files.any() || options.prints_tables())
    status = replay_kernels(options, recorded, command_line);
  if (options.prints_tables()) fmt::print("{}", sectors_table(global));
  if (text) fmt::print("{}", beside.table);
  return status;
}

const char* const kRecordFooter = R"(Example:
  superwarp record examples/cuda/transpose.cu

The program is compiled for the CPU and runs with your rights; its own output is printed as always. Every
launch becomes a trace for 'replay'. Accesses are those of the source as clang compiles it at -O1: a GPU's
compiler may keep more in registers. Inline PTX and kernels that launch kernels end the program when they
are executed; textures do not compile. All rules: docs/recording.md.)";

}  // namespace

Command add_record(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "record", "run a CUDA program on the CPU and record every access of its kernels");
  const auto options = std::make_shared<RecordOptions>();
  app->add_option("files", options->sources.files, "CUDA C++ files of one program")->required();
  const char* const compiling = "Compiling";
  app->add_option("-I,--include", options->sources.include, "folder of headers")
      ->allow_extra_args(false)
      ->group(compiling);
  app->add_option("-D,--define", options->sources.definition, "macro, as NAME or NAME=VALUE")
      ->allow_extra_args(false)
      ->group(compiling);
  app->add_option("-l,--library", options->sources.library, "library of the host, as for a linker")
      ->allow_extra_args(false)
      ->group(compiling);
  const char* const selecting = "What is recorded";
  app->add_option("--out", options->out, "folder for the traces (default: FILE.recording)")
      ->group(selecting);
  app->add_option("--kernels", options->selection.kernels,
                  "only kernels whose names contain one of NAME,NAME")
      ->group(selecting);
  app->add_option("--launches", options->selection.launches,
                  "launches by number, from 1: 3 or 2..5")
      ->group(selecting);
  app->add_option("--only-blocks", options->blocks,
                  "blocks of each launch by number, from 0: 0, 0..7 or all")
      ->capture_default_str()
      ->group(selecting);
  app->add_option("--repeats", options->selection.repeats,
                  "launches of one kernel with one grid and block; 0: all")
      ->capture_default_str()
      ->group(selecting);
  app->add_flag("--shared-only", options->shared_only, "leave out global memory")->group(selecting);
  app->add_option("--megabytes", options->megabytes, "limit on the size of all traces together")
      ->capture_default_str()
      ->group(selecting);
  app->add_option("--seconds", options->selection.seconds, "limit on the time of a launch")
      ->capture_default_str()
      ->group(selecting);
  app->add_flag("--check", options->check, "run the program and look for defects, record nothing")
      ->group(selecting);
  app->add_flag("--no-table", options->no_table, "record, and print no table")->group(selecting);
  add_json(*app, options->json);
  options->machine.add_to(*app);
  add_gpu(*app, options->gpu);
  add_ncu(*app, options->ncu);
  add_sort(*app, options->sort);
  options->files.add_to(*app, kLineTables);
  app->add_option("arguments", options->arguments, "behind '--': the program's own arguments");
  app->footer(kRecordFooter);
  return {app, [options, command_line] { return run_record(*options, command_line); }};
}

}  // namespace superwarp::cli
