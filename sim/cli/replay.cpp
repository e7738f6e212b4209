// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/algorithm/string/predicate.hpp>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/replay_traceg.h"
#include "sim/cli/session.h"
#include "sim/files/input_file.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"
#include "sim/traceg/reader.h"

namespace superwarp::cli {
namespace {

struct ReplayOptions {
  std::string file;
  TracegRequest request;
  MachineOptions machine;
};

int replay_text(files::InputFile& in, const TracegRequest& request, const MachineOptions& options,
                const CommandLine& command_line) {
  const PreparedRun run = prepare(trace::read_trace(in, request.file), options);
  const evaluate::Evaluation evaluation =
      Session(options).evaluate(*run.program, run.machine, std::nullopt, false);
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

/// The content of the file decides on its format.
int replay(const std::string& path, TracegRequest request, const MachineOptions& options,
           const CommandLine& command_line) {
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
  return traceg ? replay_traceg(*in, request, options, command_line)
                : replay_text(*in, request, options, command_line);
}

const char* const kReplayFooter = R"(Example:
  superwarp replay examples/fig4.trace --latency 7

A .traceg file is a record of one launch of a CUDA kernel by Accel-Sim's tracer: plain, .gz or .xz,
also from a pipe. Its shared-memory instructions are replayed block by block. The report shows which
of them conflict, on the chosen machine and on others for comparison:
  superwarp replay examples/transpose.traceg
  superwarp replay kernel-1.traceg.xz --machine rsdmm --super-warp 4 --blocks 2 --engine model
LDS, STS and ATOMS are replayed. Accesses of 8 and 16 bytes are split into half and quarter warps.
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
                  "addresses...') or a .traceg of Accel-Sim, plain, gzip or xz; '-' is standard "
                  "input")
      ->required();
  options->machine.add_to(*app);
  options->machine.add_hierarchy_to(*app);
  add_json(*app, options->request.json);
  app->footer(kReplayFooter);
  return {app, [options, command_line] {
            return replay(options->file, options->request, options->machine, command_line);
          }};
}

}  // namespace superwarp::cli
