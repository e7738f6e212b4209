// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "model/machine/program.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sim/files/message.h"
#include "sim/gpu/description.h"
#include "sim/input/format.h"
#include "sim/input/input.h"
#include "sim/input/joined.h"
#include "sim/trace/trace_program.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/overlap_report.h"
#include "sim/traceg/reader.h"
#include "sim/traceg/residency.h"
#include "tools/replay/command/instruction_costs.h"
#include "tools/replay/command/ncu_comparison.h"

namespace superwarp::cli {
namespace {

Session& started(std::optional<Session>& session, const MachineOptions& options) {
  return session ? *session : session.emplace(options);
}

/// The cost of a launch's instructions.
struct Reports {
  explicit Reports(std::uint32_t super_warp) : alone(super_warp), overlapping(super_warp) {}
  traceg::InstructionReport alone;
  traceg::OverlapReport overlapping;
};

/// How many blocks of a launch a multiprocessor of its GPU holds; nothing if its header does not
/// say it.
Addition residency_addition(const Launch& launch) {
  const std::optional<traceg::Residency> fit = traceg::residency_of(launch.header);
  if (!fit) return {};
  return {{{"blocks_that_fit", fit->blocks}},
          fmt::format("\n{} of this kernel fit a multiprocessor of sm_{} (by {}): --blocks {}\n",
                      draw::counted(fit->blocks, "block"), launch.header.binary_version, fit->limit,
                      std::min<std::uint64_t>(fit->blocks, kMostBlocks))};
}

/// Replays kernels one after another on the machine of the options.
class Replay {
 public:
  Replay(const MachineOptions& options, const ReplayRequest& request, std::optional<Session>& session)
      : options_(options),
        gpu_(gpu_of(request.gpu)),
        machine_(gpu_ ? machine_for_gpu(*gpu_, traceg::kWarpThreads, options) : machine_for_kernels(options)),
        resident_(machine_.hierarchy ? machine_.multiprocessors() : options.parse_blocks()),
        session_(session),
        by_time_(known_name("order", request.sort, {"slots", "time"}) == "time"),
        machines_(report_machines(machine_, by_time_)) {
    // Refuses before anything is read.
    const evaluate::Engines engines = options.parse_engines(machine_);
    if (!engines.rtl && !engines.model)
      throw UsageError("--engine closed: kernels have no closed form; use --engine model");
    if (by_time_ && machines_.overlapping.empty())
      throw UsageError("--sort time: expected a machine of one memory, which has a time per line");
  }

  /// Replays the trace in `in`, so many blocks at a time as are resident. Memory holds only these.
  void run(files::InputFile& in, const std::string& file) {
    launches_.emplace_back();
    Launch& launch = launches_.back();
    launch.file = file;
    traceg::Reader reader(in, file, machine_.hierarchy.has_value(), machine_.issue.has_value());
    if (reader.header().is_old_recording())
      files::message(
          "superwarp: warning: {}: an older 'superwarp record' wrote it, in which lanes ran apart "
          "in loops; record the program again\n",
          file);
    Reports reports(machine_.super_warp);
    set_machines(reports);
    Progress progress("replaying");
    std::vector<traceg::Block> blocks;
    const auto run_blocks = [&] {
      run_together(blocks, reader, reports, launch);
      blocks.clear();
      progress.update(in.share());
    };
    for (traceg::Block block; launch.total.agree() && reader.next(block);) {
      blocks.push_back(std::move(block));
      if (blocks.size() == resident_) run_blocks();
    }
    if (!blocks.empty()) run_blocks();
    if (!waiting_.empty()) launch.total = run_waiting(launch.file, reports);
    launch.complete = reader.at_end();
    launch.header = reader.header();
    launch.counts = reader.counts();
    launch.instructions = reader.instructions().all();
    launch.costs = reports.alone.costs();
    for (std::size_t i = 0; i < reports.overlapping.costs().size(); ++i)
      launch.costs.at(i).overlapping = reports.overlapping.costs()[i];
    if (launch.threads == 0) return;
    total_.append(launch.total);
    threads_ = std::max(threads_, launch.threads);
    together_ = std::max(together_, std::min<std::uint64_t>(resident_, launch.counts.blocks));
  }

  /// Reports what was replayed from `request.file`: one trace, or with `several` kernels.
  [[nodiscard]] int report(const ReplayRequest& request, bool several, const std::optional<Counters>& counters,
                           const CommandLine& command_line) const {
    const Subject subject{request.file, std::nullopt, threads_, {}, {}, machine_.hierarchy ? 1 : together_};
    const std::string gpu = gpu_ ? gpu_->name : "";
    InstructionAddition more = several ? kernels_addition(launches_, machines_, resident_, gpu)
                                       : instruction_addition(launches_.front(), machines_, resident_, gpu);
    if (request.lines != nullptr) {
      *request.lines = more.lines;
      if (request.quiet) return agree() ? 0 : 1;
    } else if (request.files.any()) {
      request.files.write(slide_of(more.lines, request.file));
      if (request.files.to_stdout()) return agree() ? 0 : 1;
    }
    if (machine_.issue && !several) {
      const Addition fit = residency_addition(launches_.front());
      more.table += fit.table;
      more.json.update(fit.json);
    }
    if (counters) {
      const Addition beside = ncu_addition(*counters, launches_);
      more.table += beside.table;
      more.json.update(beside.json);
    }
    if (threads_ > 0) return cli::report(subject, machine_, total_, request.json, command_line, more);
    if (request.json != "-") fmt::print("{}", nothing_to_replay(request.file));
    if (!request.json.empty()) {
      Json json = run_json(subject, machine_, total_);
      json.update(more.json);
      write_json(request.json, json);
    }
    return 0;
  }

  /// Do the engines agree so far?
  [[nodiscard]] bool agree() const { return total_.agree(); }

 private:
  /// Runs `blocks` together, after all earlier blocks. With an issue stage they wait: a block
  /// follows when one ends (docs/spec/issue.md, "Blocks").
  void run_together(const std::vector<traceg::Block>& blocks, const traceg::Reader& reader, Reports& reports,
                    Launch& launch) {
    traceg::Lowered lowered =
        traceg::lower(blocks, reader.instructions(), reader.name(), machine_, gpu_ ? &*gpu_ : nullptr);
    if (lowered.trace.accesses().empty()) return;
    launch.threads = std::max(launch.threads, input::threads_of(blocks.size(), reader.header(), machine_.width,
                                                                lowered.blocks * lowered.block_warps * machine_.width));
    waiting_.push_back(std::move(lowered));
    if (machine_.issue) return;
    evaluate::Evaluation next = run_waiting(launch.file, reports);
    if (!next.agree()) {
      next.disagreement = fmt::format("block {}{}: {}", traceg::shown_dim(blocks.front().index),
                                      blocks.size() > 1 ? fmt::format(" and the {} after it", blocks.size() - 1) : "",
                                      next.disagreement);
    }
    launch.total.append(next);
  }

  /// Runs the blocks that wait.
  evaluate::Evaluation run_waiting(const std::string& file, Reports& reports) {
    traceg::place(waiting_, machine_);
    std::uint64_t words = 0;
    std::uint64_t global_words = 0;
    for (const traceg::Lowered& piece : waiting_) {
      words = std::max(words, piece.trace.words());
      global_words = std::max(global_words, piece.trace.global_words());
    }
    if (fit(words, global_words)) set_machines(reports);
    std::vector<std::unique_ptr<const trace::TraceProgram>> programs;
    for (traceg::Lowered& piece : waiting_) {
      reports.alone.add(piece);
      programs.push_back(
          std::make_unique<const trace::TraceProgram>(std::move(piece.trace), piece.blocks, piece.block_warps));
      reports.overlapping.add(piece, *programs.back());
    }
    waiting_.clear();
    const auto program = programs.size() == 1 ? std::move(programs.front()) : input::joined(file, programs, true);
    evaluate::Evaluation result = session().evaluate(*program, machine_, std::nullopt, false);
    session().end_waves();
    return result;
  }

  /// Grows the memory to what blocks use; true if it has grown. A longer key begins like a shorter
  /// one, so earlier blocks would have run in the same way.
  bool fit(std::uint64_t words, std::uint64_t global_words) {
    if (words <= words_ && global_words <= global_words_ && machine_.rows > 0) return false;
    words_ = std::max(words, words_);
    global_words_ = std::max(global_words, global_words_);
    options_.fit_memory(machine_, words_, global_words_);
    machines_ = report_machines(machine_, by_time_);
    return true;
  }

  Session& session() { return started(session_, options_); }

  void set_machines(Reports& reports) const {
    if (machine_.rows == 0) return;
    const auto bare = [](const std::vector<ReportMachine>& all) {
      std::vector<Machine> machines;
      for (const ReportMachine& one : all) machines.push_back(one.machine);
      return machines;
    };
    reports.alone.set_machines(bare(machines_.alone));
    reports.overlapping.set_machines(bare(machines_.overlapping));
  }

  /// The output in place of a report if no launch has an active access, which is so for many
  /// kernels.
  [[nodiscard]] std::string nothing_to_replay(const std::string& file) const {
    std::uint64_t instructions = 0;
    for (const Launch& launch : launches_) instructions += launch.counts.instructions;
    const std::string what = launches_.size() == 1 ? fmt::format("kernel {:.100}", launches_.front().header.kernel_name)
                                                   : draw::counted(launches_.size(), "launch", "launches");
    std::string text =
        fmt::format("{}: {}: nothing to replay, none of its {} accesses {} memory\n", file, what,
                    draw::counted(instructions, "instruction"), machine_.hierarchy ? "shared or global" : "shared");
    for (const traceg::LeftOut& kind : traceg::kLeftOut) {
      std::uint64_t count = 0;
      for (const Launch& launch : launches_) count += launch.executed(kind.kind);
      if (count > 0) text += fmt::format("  left out    {} {} ({})\n", count, kind.name, kind.why);
    }
    return text;
  }

  const MachineOptions& options_;
  std::optional<gpu::Description> gpu_;
  Machine machine_;
  std::uint64_t resident_;           ///< blocks; a multiprocessor holds one
  std::optional<Session>& session_;  ///< started when it is needed
  bool by_time_;                     ///< the order of instructions
  ReportMachines machines_;
  std::vector<traceg::Lowered> waiting_;  ///< blocks of the launch to run next
  std::vector<Launch> launches_;
  std::uint64_t words_ = 0;
  std::uint64_t global_words_ = 0;
  std::uint32_t threads_ = 0;
  std::uint64_t together_ = 0;
  evaluate::Evaluation total_;
};

struct ReplayOptions {
  std::string file;
  ReplayRequest request;
  MachineOptions machine;
};

int replay_text(input::Input input, const ReplayRequest& request, const MachineOptions& options,
                const CommandLine& command_line, std::optional<Session>& session) {
  if (request.files.any())
    throw UsageError("--markdown, --csv, --svg: expected a .traceg, which has lines; this is a text trace");
  if (!request.ncu.empty())
    throw UsageError("--ncu: expected a recording or a .traceg, of a kernel; this is a text trace");
  if (request.sort != ReplayRequest().sort)
    throw UsageError("--sort: expected a .traceg, which has lines; this is a text trace");
  const std::optional<gpu::Description> gpu = gpu_of(request.gpu);
  const PreparedRun run = prepare(input, options, gpu ? &*gpu : nullptr);
  const evaluate::Evaluation evaluation =
      started(session, options).evaluate(*run.program, run.machine, std::nullopt, false);
  return report({request.file, std::nullopt, run.threads, {}, {}, run.blocks()}, run.machine, evaluation, request.json,
                command_line, gpu ? gpu_addition(run.gpu, gpu->name) : Addition());
}

}  // namespace

int replay(const std::string& path, ReplayRequest request, const MachineOptions& options,
           const CommandLine& command_line, std::optional<Session>& session) {
  input::Source source = input::recognise(path);
  request.file = source.name;
  if (source.format == input::Format::kText) {
    return replay_text(input::Input(path, std::move(source)), request, options, command_line, session);
  }
  const std::optional<Counters> counters = read_counters(request.ncu, request.gpu);
  Replay replay(options, request, session);
  if (source.format == input::Format::kTraceg) {
    replay.run(*source.in, source.name);
    return replay.report(request, false, counters, command_line);
  }
  for (const std::string& kernel : source.kernels) {
    if (!replay.agree()) break;
    replay.run(*input::open_kernel(kernel), kernel);
  }
  return replay.report(request, true, counters, command_line);
}

void check_replay(const ReplayRequest& request, const MachineOptions& options) {
  std::optional<Session> not_started;
  const Replay refuses(options, request, not_started);
}

void add_sort(App& command, std::string& sort) {
  command
      .add_option("--sort", sort,
                  "order of instructions and lines: slots on the first machine, or time until they "
                  "are served where warps overlap")
      .capture_default_str();
}

namespace {

const char* const kReplayFooter = R"(Example:
  superwarp replay examples/fig4.trace --latency 7

A .traceg file is the trace of one launch of a CUDA kernel by Accel-Sim's tracer: plain, .gz, .xz or .zst,
also from a pipe. Its shared-memory instructions are replayed block by block. The report shows which of
them conflict, on the chosen machine and on others for comparison:
  superwarp replay examples/transpose.traceg
  superwarp replay kernel-1.traceg.xz --machine rsdmm --super-warp 4 --blocks 2 --engine model
A folder of them (such as a recording), or its kernelslist.g, is replayed kernel by kernel, with one table
at the end. LDS, STS, ATOMS, LDSM, STSM, and LD, ST, ATOM, RED and LDGSTS with shared addresses are
replayed. Accesses of 8 and 16 bytes are split into half and quarter warps. Atomics of one warp to one word
run one after another, each as a read and a write. BAR is a barrier of the block. --width 16 splits warps
into half-warps. --blocks B puts B blocks of the trace into the machine together, or B copies of a text
trace, which is one block.
--waves keeps the waveform of the first run. All rules: docs/your-kernel.md.)";

Command add_replay(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand("replay", "replay a trace on a machine with every engine and compare");
  const auto options = std::make_shared<ReplayOptions>();
  app->add_option("file", options->file,
                  "a text trace (first line '# superwarp-trace 1', then 'round warp R|W "
                  "addresses...') or a .traceg of Accel-Sim, plain, gzip, xz or zstd, or a folder "
                  "of .traceg or its kernelslist.g; '-' is standard input")
      .required();
  options->machine.add_to(*app);
  options->machine.add_hierarchy_to(*app);
  add_gpu(*app, options->request.gpu);
  add_ncu(*app, options->request.ncu);
  add_sort(*app, options->request.sort);
  add_json(*app, options->request.json);
  options->request.files.add_to(*app, kLineTables);
  app->footer(kReplayFooter);
  return {app,
          [options, command_line] {
            std::optional<Session> session;
            return replay(options->file, options->request, options->machine, command_line, session);
          },
          needs_rtl()};
}

const AddCommand kAddReplay(20, add_replay);

}  // namespace
}  // namespace superwarp::cli
