// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string_view>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/replay_traceg.h"
#include "sim/cli/session.h"
#include "sim/cli/trace_input.h"
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
  const TraceInput input(trace::read_trace(in, request.file), options);
  const evaluate::Evaluation evaluation =
      evaluate_for(options, input.program(), input.machine(), std::nullopt, false);
  return report({request.file, std::nullopt, input.threads(), {}, {}, input.blocks()},
                input.machine(), evaluation, request.json, command_line);
}

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

/// A file that is named like a .traceg and begins like no trace at all.
void refuse_odd_traceg(const std::string& file, std::string_view head) {
  const bool named =
      ends_with(file, ".traceg") || ends_with(file, ".traceg.gz") || ends_with(file, ".traceg.xz");
  if (!named || head.substr(0, trace::kFirstLine.size()) == trace::kFirstLine ||
      head.substr(0, trace::kFirstLineOfSeveral.size()) == trace::kFirstLineOfSeveral) {
    return;
  }
  const std::string_view line = head.substr(0, head.find('\n'));
  throw trace::InputError(
      file, head.empty() ? 0 : 1,
      fmt::format("{}, expected '-key = value' or #BEGIN_TB, with which a .traceg "
                  "begins (a text trace begins with '{}')",
                  head.empty() ? "is empty" : trace::shown(line), trace::kFirstLine));
}

/// What the file holds says what it is.
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

A .traceg file is what Accel-Sim's tracer records of a CUDA kernel, one per launch: plain, .gz or
.xz, also from a pipe. Its shared-memory instructions are replayed block by block, and
the report says which of them conflict, on the machine and on those it is to be held against:
  superwarp replay examples/transpose.traceg
  superwarp replay kernel-1.traceg.xz --machine rsdmm --super-warp 4 --blocks 2 --engine model
LDS, STS and ATOMS are replayed. 8- and 16-byte accesses go in half and quarter warps; atomics of one
warp to one word go one after another, a read and a write each; BAR is a barrier of the block. With
--width 16 warps go in half-warps. --blocks B has B blocks of the trace in the machine together; of a
text trace, which is one block's, it has B copies.
--waves keeps the waveform of what runs first. All rules: docs/traceg.md.)";

}  // namespace

Command add_replay(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "replay", "the accesses of a trace on one machine, by every engine, compared");
  const auto options = std::make_shared<ReplayOptions>();
  app->add_option("file", options->file,
                  "a text trace: first line '# superwarp-trace 1', then 'round warp R|W "
                  "addresses...'; or a .traceg of Accel-Sim; both may be packed by gzip or xz; '-' "
                  "is standard input")
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
