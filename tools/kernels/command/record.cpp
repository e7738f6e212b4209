// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "sysc/cache_files.h"
#include "tools/kernels/command/record_options.h"
#include "tools/kernels/command/recorded.h"
#include "tools/kernels/lines/line_costs.h"
#include "tools/kernels/record/execution.h"
#include "tools/kernels/record/interrupts.h"
#include "tools/kernels/record/program.h"
#include "tools/kernels/record/recording.h"
#include "tools/replay/command/gpu_launch.h"
#include "tools/replay/command/line_table.h"
#include "tools/replay/command/ncu_comparison.h"
#include "tools/replay/command/replay.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

/// A program that ran, and the traces of its launches.
struct Recorded {
  record::Execution execution;
  std::vector<ToldDefect> defects;
  std::vector<fs::path> traces;
};

/// A new folder for temporary files.
std::string new_folder() {
  const char* const set = std::getenv("TMPDIR");
  const fs::path place = set == nullptr || *set == '\0' ? "/tmp" : set;
  std::string folder = (place / "superwarp-record-XXXXXX").string();
  if (mkdtemp(folder.data()) != nullptr) return folder;
  throw std::runtime_error(
      fmt::format("TMPDIR={}: cannot make a folder there: {}; set TMPDIR to a folder to write into",
                  place.string(), std::strerror(errno)));
}

/// Compiles, runs and writes. Nothing is left in the temporary folder, whatever happens.
Recorded record_program(const RecordOptions& options, const fs::path& out) {
  const record::Interrupts interrupts;
  const sysc::ScratchDir scratch = sysc::ScratchDir::of_new(new_folder());
  const record::Program program(options.sources, scratch.path());
  record::refuse_if_interrupted();
  Recorded recorded;
  recorded.execution =
      record::execute(program, options.arguments, options.selection, scratch.path());
  recorded.defects = told_defects(program, recorded.execution);
  if (recorded.execution.launches.empty())
    throw UsageError(recorded.execution.refused.empty()
                         ? "the program launched no kernel; does it need arguments behind '--'?"
                         : fmt::format("CUDA refuses every launch of the program:\n  {}",
                                       fmt::join(recorded.execution.refused, "\n  ")));
  require_watched(recorded.execution);
  if (!options.check) recorded.traces = record::write_recording(program, recorded.execution, out);
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
    ReplayRequest request = options.replay_request();
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

int run_record(RecordOptions options, const CommandLine& command_line) {
  // Whatever can be refused is refused before anything is compiled.
  const Machine machine = options.machine.parse(32);
  const std::optional<gpu::Description> gpu = gpu_of(options.gpu);
  if (gpu) options.selection.block_kib = gpu->block_kib;
  const std::optional<Counters> counters = read_counters(options.ncu, options.gpu);
  check_replay(options.replay_request(), options.machine);
  const fs::path out =
      options.out.empty() ? default_recording(options.sources.files.front()) : options.out;
  if (!options.check) record::refuse_foreign(out);
  const Recorded recorded = record_program(options, out);
  const record::Execution& execution = recorded.execution;
  std::fflush(stdout);
  for (const ToldDefect& defect : recorded.defects) {
    files::message("superwarp: warning: {}: {} (thread {} of {})\n", defect.place, defect.text,
                   defect.thread, defect.kernel);
  }
  for (const std::string& launch : execution.refused)
    files::message("superwarp: warning: CUDA refuses a launch, which does not run: {}\n", launch);
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

Command add_record(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand(
      "record", "run a CUDA program on the CPU and record every access of its kernels");
  const auto options = std::make_shared<RecordOptions>();
  options->add_to(*app);
  app->footer(kRecordFooter);
  return {app, [app, options, command_line] {
            options->complete(*app, command_line);
            return run_record(*options, command_line);
          }};
}

const AddCommand kAddRecord(30, add_record);

}  // namespace
}  // namespace superwarp::cli
