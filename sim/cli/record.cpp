// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/replay.h"
#include "sim/cli/usage_error.h"
#include "sim/record/execution.h"
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
  std::vector<std::string> arguments;
  MachineOptions machine;
  std::string gpu;
};

/// One line for each kernel: how often it ran, and what of it was looked at.
std::string launches_table(const record::Execution& execution, const char* looked_at) {
  struct Row {
    std::uint64_t launches = 0;
    std::uint64_t watched = 0;
    std::uint64_t blocks = 0;
    std::set<std::string> skipped;
  };
  std::map<std::string, Row> rows;
  for (const record::LaunchFacts& launch : execution.launches) {
    Row& row =
        rows[fmt::format("{}, grid ({}), block ({})", launch.kernel, launch.grid, launch.block)];
    ++row.launches;
    row.blocks += launch.blocks;
    row.watched += launch.blocks > 0 ? 1 : 0;
    row.skipped.insert(launch.skipped.begin(), launch.skipped.end());
  }
  const std::map<std::string, std::string> why = {
      {"selection", "--only-blocks, --kernels and --launches select"},
      {"repeat", "--repeats limits launches that are alike"},
      {"full", "--megabytes limits the whole"}};
  std::string text;
  for (const auto& [name, row] : rows) {
    text += fmt::format("  {}: {} launch{}, {} {}, {} blocks", name, row.launches,
                        row.launches == 1 ? "" : "es", row.watched, looked_at, row.blocks);
    for (const std::string& reason : row.skipped) text += "; " + why.at(reason);
    text += "\n";
  }
  return text;
}

/// What the kernels do that CUDA forbids; each pair of instructions once.
std::string defects_text(const record::Program& program, const record::Execution& execution) {
  std::set<std::string> told;
  std::string text;
  for (const record::LaunchFacts& launch : execution.launches) {
    std::vector<std::uint64_t> pcs;
    for (const record::Defect& defect : launch.defects) {
      pcs.push_back(defect.pc);
      pcs.push_back(defect.other);
    }
    if (pcs.empty()) continue;
    const auto places = program.places(pcs);
    const auto name = [&](std::uint64_t pc) {
      const auto found = places.find(pc);
      return found == places.end() ? std::string("an unknown line")
                                   : fmt::format("{}:{}", found->second.file, found->second.line);
    };
    for (const record::Defect& defect : launch.defects) {
      std::string line;
      if (defect.kind == "race") {
        line = fmt::format(
            "{}: data race with {}: two warps access one word of shared memory with no barrier "
            "between them, and one writes",
            name(defect.pc), name(defect.other));
      } else if (defect.kind == "bounds") {
        line = fmt::format("{}: access outside every array in shared memory", name(defect.pc));
      } else {
        line = fmt::format("{}: some threads of the block wait at this barrier, others at {}",
                           name(defect.pc), name(defect.other));
      }
      if (told.insert(line).second)
        text += fmt::format("superwarp: warning: {} (thread {} of {})\n", line, defect.thread,
                            launch.kernel);
    }
  }
  return text;
}

int run_record(RecordOptions& options, const CommandLine& command_line) {
  if (options.machine.engines.empty()) options.machine.engines = "model";
  options.selection.bytes = options.megabytes << 20U;
  options.selection.blocks = options.blocks == "all" ? "" : options.blocks;
  options.selection.record = !options.check;
  options.selection.global = !options.shared_only;
  static_cast<void>(options.machine.parse(32));  // refuses before anything is compiled
  const fs::path out =
      options.out.empty()
          ? fs::path(fs::path(options.sources.files.front()).stem().string() + ".recording")
          : fs::path(options.out);
  std::string folder = (fs::temp_directory_path() / "superwarp-record-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    throw std::runtime_error(fmt::format("{}: cannot make a folder there", folder));
  const sysc::ScratchDir scratch(folder);
  const record::Program program(options.sources, scratch.path());
  const record::Execution execution =
      record::execute(program, options.arguments, options.selection, scratch.path());
  std::fflush(stdout);
  fmt::print(stderr, "{}", defects_text(program, execution));
  if (execution.launches.empty())
    throw UsageError("the program launched no kernel; does it need arguments behind '--'?");
  fmt::print("{} ended with status {}; {} kernel launch{}\n{}", options.sources.files.front(),
             execution.status, execution.launches.size(),
             execution.launches.size() == 1 ? "" : "es",
             launches_table(execution, options.check ? "checked" : "recorded"));
  if (options.check) return execution.status == 0 ? 0 : 1;
  const std::vector<fs::path> traces = record::write_recording(program, execution, out);
  fmt::print("recorded    {}: {} trace{}\n", out.string(), traces.size(),
             traces.size() == 1 ? "" : "s");
  if (options.no_table) return 0;
  std::optional<Session> session;
  std::set<std::string> shown;
  std::size_t next = 0;
  for (const record::LaunchFacts& launch : execution.launches) {
    if (launch.body.empty()) continue;
    const fs::path trace = traces.at(next++);
    if (launch.shared_bytes == 0 || !shown.insert(launch.kernel).second) continue;
    fmt::print("\n");
    const int status =
        replay(trace.string(), {"", "", "", options.gpu}, options.machine, command_line, session);
    if (status != 0) return status;
  }
  if (shown.empty()) fmt::print("no recorded kernel uses shared memory\n");
  return 0;
}

const char* const kRecordFooter = R"(Example:
  superwarp record examples/cuda/transpose.cu

The program is compiled for the CPU and runs with your rights, as any program does. It prints what it
always prints. Every launch becomes a trace that 'replay' takes. Accesses are those of the source as
clang compiles it at -O1: a GPU's compiler may keep more in registers. Inline PTX, textures and kernels
that launch kernels are refused where they are executed. All rules: docs/recording.md.)";

}  // namespace

Command add_record(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "record", "a CUDA program run on the CPU: every access of every kernel, without a GPU");
  const auto options = std::make_shared<RecordOptions>();
  app->add_option("files", options->sources.files, "CUDA C++ files of one program")->required();
  const char* const compiling = "Compiling";
  app->add_option("-I,--include", options->sources.include, "folder of headers")->group(compiling);
  app->add_option("-D,--define", options->sources.definition, "macro, as NAME or NAME=VALUE")
      ->group(compiling);
  app->add_option("-l,--library", options->sources.library, "library of the host, as for a linker")
      ->group(compiling);
  const char* const selecting = "What is recorded";
  app->add_option("--out", options->out, "folder for the traces (default: FILE.recording)")
      ->group(selecting);
  app->add_option("--kernels", options->selection.kernels, "parts of kernel names: NAME,NAME")
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
  options->machine.add_to(*app);
  add_gpu(*app, options->gpu);
  app->add_option("arguments", options->arguments, "behind '--': the program's own arguments");
  app->footer(kRecordFooter);
  return {app, [options, command_line] { return run_record(*options, command_line); }};
}

}  // namespace superwarp::cli
