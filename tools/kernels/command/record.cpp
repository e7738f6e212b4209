// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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
#include "sim/cli/table_files.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "sim/files/pattern.h"
#include "sysc/cache_files.h"
#include "tools/kernels/command/recorded.h"
#include "tools/kernels/lines/line_costs.h"
#include "tools/kernels/record/execution.h"
#include "tools/kernels/record/program.h"
#include "tools/replay/command/gpu_launch.h"
#include "tools/replay/command/line_table.h"
#include "tools/replay/command/ncu_comparison.h"
#include "tools/replay/command/replay.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

/// The options of `record`.
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

  /// How the recordings are replayed.
  [[nodiscard]] ReplayRequest replay_request() const {
    ReplayRequest request;
    request.quiet = !prints_tables();
    request.gpu = gpu;
    request.sort = sort;
    return request;
  }
};

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

/// Refuses what is not a number from `least` or a range of them, such as 2..5.
void require_range(const char* option, const std::string& text, std::uint64_t least) {
  static const files::Pattern form(R"(([0-9]{1,18})(\.\.([0-9]{1,18}))?)");
  const std::vector<std::string> match = form.match(text);
  if (!match.empty()) {
    const std::uint64_t first = std::stoull(match[1]);
    if (first >= least && (match[3].empty() || first <= std::stoull(match[3]))) return;
  }
  throw UsageError(fmt::format("{} {:.40}: expected a number from {}, or a range such as {}..{}", option, text, least,
                               least, least + 4));
}

void require_names(const std::string& kernels) {
  const std::string all = "," + kernels + ",";
  if (kernels.empty() || all.find(",,") == std::string::npos) return;
  throw UsageError(fmt::format("--kernels {:.40}: a name is empty, expected parts of names, NAME,NAME", kernels));
}

/// Refuses what has no effect with --check, or with --no-table where no other table is written.
void refuse_idle(const App& command, const RecordOptions& options) {
  if (!options.check && (!options.no_table || options.files.any())) return;
  std::set<std::string> used = {"files",     "arguments",  "--include",     "--define",  "--library",
                                "--kernels", "--launches", "--only-blocks", "--repeats", "--seconds",
                                "--check",   "--no-table", "--json",        "--gpu"};  // of which a block's memory is
  if (!options.check) used.merge(std::set<std::string>{"--out", "--shared-only", "--megabytes", "--ncu"});
  for (const Option& option : command.get_options()) {
    const bool of_json = !options.check && !options.json.empty() &&
                         (option.get_group() == "Machine" || option.get_group() == "Conditions");
    if (option.count() == 0 || of_json || used.count(option.get_name()) > 0) continue;
    throw UsageError(fmt::format("{} has no effect with {}; leave one of them out", option.get_name(),
                                 options.check ? "--check" : "--no-table"));
  }
}

void add_options(App& command, RecordOptions& options) {
  record::Sources& sources = options.sources;
  record::Selection& selection = options.selection;
  command.add_option("files", sources.files, "CUDA C++ files of one program").required();
  const auto compiling = [&](const char* name, std::vector<std::string>& all, const char* help) {
    command.add_option(name, all, help).allow_extra_args(false).group("Compiling");
  };
  compiling("-I,--include", sources.include, "folder of headers");
  compiling("-D,--define", sources.definition, "macro, as NAME or NAME=VALUE");
  compiling("-l,--library", sources.library, "library of the host, as for a linker");
  const OptionGroup add{command, "What is recorded"};
  add("out", options.out, "folder for the traces (default: FILE.recording)");
  add("kernels", selection.kernels, "only kernels whose names contain one of NAME,NAME; ' NAME(' is a whole name");
  add("launches", selection.launches, "launches by number, from 1: 3 or 2..5");
  add("only-blocks", options.blocks, "blocks of each launch by number, from 0: 0, 0..7 or all").capture_default_str();
  add("repeats", selection.repeats, "launches of one kernel with one grid and block; 0: all").capture_default_str();
  command.add_flag("--shared-only", options.shared_only, "leave out global memory").group(add.name);
  add("megabytes", options.megabytes, "limit on the size of all traces together").capture_default_str();
  add("seconds", selection.seconds, "limit on the time of a launch").capture_default_str();
  command.add_flag("--check", options.check, "run the program and look for defects, record nothing").group(add.name);
  command.add_flag("--no-table", options.no_table, "record, and print no table").group(add.name);
  add_json(command, options.json);
  options.machine.add_to(command);
  add_gpu(command, options.gpu);
  add_ncu(command, options.ncu);
  add_sort(command, options.sort);
  options.files.add_to(command, kLineTables);
  command.add_option("arguments", options.arguments, "behind '--': the program's own arguments");
}

/// Completes the options that were parsed. Throws UsageError for values that select nothing, and
/// for options without effect.
void complete(RecordOptions& options, const App& command, const CommandLine& command_line) {
  record::Selection& selection = options.selection;
  const std::string& blocks = options.blocks;
  split_arguments(options, command_line);
  refuse_idle(command, options);
  require_names(selection.kernels);
  if (!selection.launches.empty()) require_range("--launches", selection.launches, 1);
  if (blocks != "all") require_range("--only-blocks", blocks, 0);
  constexpr std::uint64_t kMostMegabytes = std::uint64_t{1} << 30U;
  selection.bytes = std::uint64_t{in_range("--megabytes", options.megabytes, 1, kMostMegabytes)} << 20U;
  selection.blocks = blocks == "all" ? "" : blocks;
  selection.record = !options.check;
  selection.global = !options.shared_only;
  selection.output_to_stderr = options.quiet();
  if (options.machine.engines.empty()) options.machine.engines = "model";
}

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
      fmt::format("TMPDIR={}: cannot make a folder there: {}; set TMPDIR to a folder to write into", place.string(),
                  std::strerror(errno)));
}

/// Compiles, runs and writes. Nothing is left in the temporary folder, whatever happens.
Recorded record_program(const RecordOptions& options, const fs::path& out) {
  const record::Interrupts interrupts;
  const sysc::ScratchDir scratch = sysc::ScratchDir::of_new(new_folder());
  const record::Program program(options.sources, scratch.path());
  record::refuse_if_interrupted();
  Recorded recorded;
  recorded.execution = record::execute(program, options.arguments, options.selection, scratch.path());
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
int replay_kernels(const RecordOptions& options, const Recorded& recorded, const CommandLine& command_line) {
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
  if (shown.empty() && options.prints_tables()) fmt::print("no recorded kernel uses shared memory\n");
  return 0;
}

int run_record(RecordOptions options, const CommandLine& command_line) {
  // Whatever can be refused is refused before anything is compiled.
  const Machine machine = options.machine.parse(32);
  const std::optional<gpu::Description> gpu = gpu_of(options.gpu);
  if (gpu) options.selection.block_kib = gpu->block_kib;
  const std::optional<Counters> counters = read_counters(options.ncu, options.gpu);
  check_replay(options.replay_request(), options.machine);
  const fs::path out = options.out.empty() ? default_recording(options.sources.files.front()) : options.out;
  if (!options.check) record::refuse_foreign(out);
  const Recorded recorded = record_program(options, out);
  const record::Execution& execution = recorded.execution;
  std::fflush(stdout);
  for (const ToldDefect& defect : recorded.defects) {
    files::message("superwarp: warning: {}: {} (thread {} of {})\n", defect.place, defect.text, defect.thread,
                   defect.kernel);
  }
  for (const std::string& launch : execution.refused)
    files::message("superwarp: warning: CUDA refuses a launch, which does not run: {}\n", launch);
  const bool text = !options.quiet();
  if (text) {
    fmt::print("{} ended with status {}; {}\n{}", options.sources.files.front(), execution.status,
               draw::counted(execution.launches.size(), "kernel launch", "kernel launches"),
               launches_table(execution, options.check ? "checked" : "recorded"));
    if (!options.check)
      fmt::print("recorded    {}: {}\n", out.string(), draw::counted(recorded.traces.size(), "trace"));
  }
  Addition beside;
  if (counters) {
    std::vector<Launch> launches;
    for (const fs::path& trace : recorded.traces) launches.push_back(gpu_launch(trace.string(), *gpu));
    beside = ncu_addition(*counters, launches);
  }
  std::vector<lines::LineCost> global;
  if (!options.check && !options.shared_only && (!options.no_table || !options.json.empty()))
    global = lines::global_costs(recorded.traces);
  if (!options.json.empty()) {
    std::vector<lines::LineCost> shared;
    if (!machine.hierarchy) {
      shared = lines::shared_costs(recorded.traces, machine, [&](Machine& fitted, std::uint64_t words) {
        options.machine.fit_memory(fitted, words);
      });
    }
    Json json = recorded_json(execution, recorded.defects, recorded.traces, shared, global);
    json.update(beside.json);
    write_json(options.json, json);
  }
  if (options.check) return execution.status == 0 ? 0 : 1;
  int status = 0;
  if (options.files.any() || options.prints_tables()) status = replay_kernels(options, recorded, command_line);
  if (options.prints_tables()) fmt::print("{}", sectors_table(global));
  if (text) fmt::print("{}", beside.table);
  return status;
}

const char* const kRecordFooter = R"(Example:
  superwarp record examples/cuda/transpose.cu

The program is compiled for the CPU and runs with your rights; its own output is printed as always. Every
launch becomes a trace for 'replay'. Accesses are those of the source as clang compiles it at -O1: a GPU's
compiler may keep more in registers. Inline PTX and kernels that launch kernels end the program when they
are executed; textures do not compile. All rules: docs/your-kernel.md.)";

Command add_record(App& application, const CommandLine& command_line) {
  App* const app =
      application.add_subcommand("record", "run a CUDA program on the CPU and record every access of its kernels");
  const auto options = std::make_shared<RecordOptions>();
  add_options(*app, *options);
  app->footer(kRecordFooter);
  return {app,
          [app, options, command_line] {
            complete(*options, *app, command_line);
            return run_record(*options, command_line);
          },
          {"compiling CUDA programs for the CPU", record::needs},
          {"which lines of my CUDA program conflict?", "superwarp record program.cu"}};
}

const AddCommand kAddRecord(30, add_record);

}  // namespace
}  // namespace superwarp::cli
