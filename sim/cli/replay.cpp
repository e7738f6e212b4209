// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "language/machine_info.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/instruction_costs.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/ncu_comparison.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/description/data_files.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sim/gpu/description.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

namespace superwarp::cli {
namespace {

/// The machine whose banks `gpu` has, a gt200 if it broadcasts like one.
Machine machine_for(const gpu::Description& gpu, MachineOptions options) {
  if (gpu.wave != traceg::kWarpThreads) {
    throw UsageError(fmt::format("--gpu {}: its waves have {} lanes, the warps of a .traceg {}",
                                 gpu.name, gpu.wave, traceg::kWarpThreads));
  }
  if (options.width && *options.width != gpu.banks) {
    throw UsageError(fmt::format("--width {}: expected {}, the banks of --gpu {}, or no --width",
                                 *options.width, gpu.banks, gpu.name));
  }
  options.width = gpu.banks;
  if (!gpu.merges_every_word && options.machine == MachineOptions().machine)
    options.machine = machine_name(MachineKind::kGt200);
  return options.parse(traceg::kWarpThreads);
}

Machine machine_of(const MachineOptions& options, const std::optional<gpu::Description>& gpu) {
  if (gpu) return machine_for(*gpu, options);
  constexpr std::uint32_t kWarp = traceg::kWarpThreads;
  Machine machine = options.parse(kWarp);
  // A machine with 16 banks takes the trace's warps as half-warps.
  const std::uint32_t usual = machine_info(machine.kind).width;
  if (!options.width && usual == kWarp / 2) machine = options.parse(usual);
  return machine;
}

/// Threads of the kernel that are in the machine together: from the header, else from the program,
/// where each of the kernel's warps of 32 threads has `width` threads.
std::uint32_t threads_of(const std::vector<traceg::Block>& blocks, const traceg::Header& header,
                         std::uint32_t width, std::uint32_t program_threads) {
  if (!header.block) return program_threads / width * traceg::kWarpThreads;
  const auto [x, y, z] = *header.block;
  return static_cast<std::uint32_t>(blocks.size()) * x * y * z;
}

Session& started(std::optional<Session>& session, const MachineOptions& options) {
  return session ? *session : session.emplace(options);
}

/// A replay and its results so far.
class Replay {
 public:
  Replay(const MachineOptions& options, const std::string& gpu, std::optional<Session>& session)
      : options_(options),
        gpu_(gpu.empty() ? std::nullopt
                         : std::optional(gpu::read_description(description::gpu_file(gpu)))),
        machine_(machine_of(options, gpu_)),
        session_(started(session, options)),
        report_(machine_.super_warp),
        machines_(report_machines(machine_)) {
    static_cast<void>(options.parse_engines(machine_));  // refuses before anything is read
  }

  /// Runs `blocks` together, after all earlier blocks.
  void run(const std::vector<traceg::Block>& blocks, const traceg::Reader& reader) {
    traceg::Lowered lowered = traceg::lower(
        blocks, reader.instructions(), reader.name(), machine_.width, machine_.super_warp,
        machine_.hierarchy ? machine_.multiprocessors() : 0, gpu_ ? &*gpu_ : nullptr);
    if (lowered.trace.accesses().empty()) return;
    fit(lowered.trace.words(), lowered.trace.global_words());
    report_.add(lowered);
    const trace::TraceProgram program(std::move(lowered.trace), lowered.blocks,
                                      lowered.block_warps);
    evaluate::Evaluation next = session_.evaluate(program, machine_, std::nullopt, false);
    session_.end_waves();
    if (!next.agree()) {
      next.disagreement = fmt::format(
          "block {}{}: {}", traceg::shown_dim(blocks.front().index),
          blocks.size() > 1 ? fmt::format(" and the {} after it", blocks.size() - 1) : "",
          next.disagreement);
    }
    total_.append(next);
    threads_ =
        std::max(threads_, threads_of(blocks, reader.header(), machine_.width, program.threads()));
  }

  [[nodiscard]] const evaluate::Evaluation& total() const { return total_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const std::vector<ReportMachine>& machines() const { return machines_; }
  [[nodiscard]] const traceg::InstructionReport& report() const { return report_; }
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  [[nodiscard]] std::string gpu() const { return gpu_ ? gpu_->name : ""; }

 private:
  /// Grows the memory to what blocks use: -shmem of the header leaves out what the system reserves.
  void fit(std::uint64_t words, std::uint64_t global_words) {
    if (words <= words_ && global_words <= global_words_ && machine_.rows > 0) return;
    words_ = std::max(words, words_);
    global_words_ = std::max(global_words, global_words_);
    options_.fit_memory(machine_, words_, global_words_);
    machines_ = report_machines(machine_);
    std::vector<Machine> machines;
    for (const ReportMachine& machine : machines_) machines.push_back(machine.machine);
    report_.set_machines(machines);
  }

  const MachineOptions& options_;
  std::optional<gpu::Description> gpu_;
  Machine machine_;
  Session& session_;
  traceg::InstructionReport report_;
  std::vector<ReportMachine> machines_;
  std::uint64_t words_ = 0;
  std::uint64_t global_words_ = 0;
  std::uint32_t threads_ = 0;
  evaluate::Evaluation total_;
};

/// What a kernel without an active access has, in place of a report: most kernels of a program may
/// be such ones.
std::string nothing_to_replay(const traceg::Reader& reader, bool global) {
  std::string text = fmt::format(
      "{}: kernel {:.100}: nothing to replay, none of its {} accesses {} memory", reader.name(),
      reader.header().kernel_name, draw::counted(reader.counts().instructions, "instruction"),
      global ? "shared or global" : "shared");
  for (const traceg::LeftOut& kind : traceg::kLeftOut) {
    const std::uint64_t count = reader.counts().executed[static_cast<std::size_t>(kind.kind)];
    if (count > 0) text += fmt::format("\n  left out    {} {} ({})", count, kind.name, kind.why);
  }
  return text + "\n";
}

/// Replays the trace in `in` on the machine of the options, --blocks blocks at a time, and reports
/// the whole and each instruction. Memory holds only these blocks.
int replay_traceg(files::InputFile& in, const ReplayRequest& request, const MachineOptions& options,
                  const CommandLine& command_line, std::optional<Session>& session) {
  if (!request.ncu.empty() && request.gpu.empty())
    throw UsageError("--ncu: expected --gpu NAME, whose rules predict the counters");
  Replay replay(options, request.gpu, session);
  const bool global = replay.machine().hierarchy.has_value();
  // A multiprocessor holds one block.
  const std::uint32_t resident =
      global ? replay.machine().multiprocessors() : options.parse_blocks();
  traceg::Reader reader(in, request.file, global);
  Progress progress("replaying");
  std::vector<traceg::Block> blocks;
  const auto run = [&] {
    replay.run(blocks, reader);
    blocks.clear();
    progress.update(in.share());
  };
  for (traceg::Block block; replay.total().agree() && reader.next(block);) {
    blocks.push_back(std::move(block));
    if (blocks.size() == resident) run();
  }
  if (!blocks.empty()) run();
  const std::uint64_t together = std::min<std::uint64_t>(resident, reader.counts().blocks);
  const Subject subject{request.file, std::nullopt, replay.threads(),
                        {},           {},           global ? 1 : together};
  Addition more =
      instruction_addition(reader, replay.report(), replay.machines(), resident, replay.gpu());
  if (!request.ncu.empty()) {
    const Addition counters = ncu_addition(request.ncu, reader, replay.report());
    more.table += counters.table;
    more.json.update(counters.json);
  }
  if (replay.threads() > 0) {
    return report(subject, replay.machine(), replay.total(), request.json, command_line, more);
  }
  if (request.json != "-") fmt::print("{}", nothing_to_replay(reader, global));
  if (!request.json.empty()) {
    Json json = run_json(subject, replay.machine(), replay.total());
    json.update(more.json);
    write_json(request.json, json);
  }
  return 0;
}

struct ReplayOptions {
  std::string file;
  ReplayRequest request;
  MachineOptions machine;
};

int replay_text(files::InputFile& in, const ReplayRequest& request, const MachineOptions& options,
                const CommandLine& command_line, std::optional<Session>& session) {
  if (!request.gpu.empty())
    throw UsageError("--gpu: expected a .traceg, which has bytes and widths; this is a text trace");
  const PreparedRun run = prepare(trace::read_trace(in, request.file), options);
  const evaluate::Evaluation evaluation =
      started(session, options).evaluate(*run.program, run.machine, std::nullopt, false);
  return report({request.file, std::nullopt, run.threads, {}, {}, run.blocks()}, run.machine,
                evaluation, request.json, command_line);
}

/// Refuses a file that is named like a .traceg but begins like no trace.
void refuse_odd_traceg(const std::string& file, std::string_view head) {
  using boost::algorithm::ends_with;
  const bool named =
      ends_with(file, ".traceg") || ends_with(file, ".traceg.gz") || ends_with(file, ".traceg.xz");
  if (!named || head.substr(0, trace::kFirstLine.size()) == trace::kFirstLine ||
      head.substr(0, trace::kFirstLineOfSeveral.size()) == trace::kFirstLineOfSeveral) {
    return;
  }
  const std::string_view line = head.substr(0, head.find('\n'));
  throw trace::InputError(
      file, head.empty() ? 0 : 1,
      fmt::format("{}, expected '-key = value' or #BEGIN_TB as in a .traceg (a text trace begins "
                  "with '{}')",
                  head.empty() ? "is empty" : trace::shown(line), trace::kFirstLine));
}

}  // namespace

int replay(const std::string& path, ReplayRequest request, const MachineOptions& options,
           const CommandLine& command_line, std::optional<Session>& session) {
  request.file = files::input_name(path);
  std::unique_ptr<files::InputFile> in;
  bool traceg = false;
  try {
    in = std::make_unique<files::InputFile>(path);
    traceg = traceg::looks_like_traceg(in->head());
  } catch (const std::runtime_error& error) {
    throw trace::InputError(request.file, 0, error.what());
  }
  if (!traceg) refuse_odd_traceg(request.file, in->head());
  return traceg ? replay_traceg(*in, request, options, command_line, session)
                : replay_text(*in, request, options, command_line, session);
}

void add_gpu(CLI::App& command, std::string& gpu) {
  command.add_option("--gpu", gpu,
                     "lower the accesses of a .traceg by the rules of a real GPU: a name from "
                     "'superwarp list gpu', or a description file; adds wavefronts, ideal, excess");
}

namespace {

const char* const kReplayFooter = R"(Example:
  superwarp replay examples/fig4.trace --latency 7

A .traceg file is a record of one launch of a CUDA kernel by Accel-Sim's tracer: plain, .gz, .xz or
.zst, also from a pipe. Its shared-memory instructions are replayed block by block. The report shows which
of them conflict, on the chosen machine and on others for comparison:
  superwarp replay examples/transpose.traceg
  superwarp replay kernel-1.traceg.xz --machine rsdmm --super-warp 4 --blocks 2 --engine model
LDS, STS, ATOMS, LDSM, STSM, and LD, ST, ATOM, RED and LDGSTS with shared addresses are replayed.
Accesses of 8 and 16 bytes are split into half and quarter warps.
Atomics of one warp to one word run one after another, each as a read and a write. BAR is a barrier of
the block. --width 16 splits warps into half-warps. --blocks B puts B blocks of the trace into the
machine together, or B copies of a text trace, which is one block.
--waves keeps the waveform of the first run. All rules: docs/traceg.md.)";

}  // namespace

Command add_replay(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "replay", "replay a trace on a machine with every engine and compare");
  const auto options = std::make_shared<ReplayOptions>();
  app->add_option("file", options->file,
                  "a text trace (first line '# superwarp-trace 1', then 'round warp R|W "
                  "addresses...') or a .traceg of Accel-Sim, plain, gzip, xz or zstd; '-' is "
                  "standard input")
      ->required();
  options->machine.add_to(*app);
  options->machine.add_hierarchy_to(*app);
  add_gpu(*app, options->request.gpu);
  app->add_option("--ncu", options->request.ncu,
                  "with --gpu: what Nsight Compute exported of the same kernel (--page source "
                  "--print-source sass --csv, or --page raw --csv); shows its counters beside the "
                  "predictions, worst first");
  add_json(*app, options->request.json);
  app->footer(kReplayFooter);
  return {app, [options, command_line] {
            std::optional<Session> session;
            return replay(options->file, options->request, options->machine, command_line, session);
          }};
}

}  // namespace superwarp::cli
