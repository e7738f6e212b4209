// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/command/record_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"
#include "sim/files/pattern.h"
#include "tools/replay/command/ncu_comparison.h"

namespace superwarp::cli {
namespace {

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
  throw UsageError(fmt::format("{} {:.40}: expected a number from {}, or a range such as {}..{}",
                               option, text, least, least, least + 4));
}

void require_names(const std::string& kernels) {
  const std::string all = "," + kernels + ",";
  if (kernels.empty() || all.find(",,") == std::string::npos) return;
  throw UsageError(fmt::format(
      "--kernels {:.40}: a name is empty, expected parts of names, NAME,NAME", kernels));
}

/// Refuses what has no effect with --check, or with --no-table where no other table is written.
void refuse_idle(const App& command, const RecordOptions& options) {
  if (!options.check && (!options.no_table || options.files.any())) return;
  std::set<std::string> used = {"files",     "arguments", "--include",  "--define",
                                "--library", "--kernels", "--launches", "--only-blocks",
                                "--repeats", "--seconds", "--check",    "--no-table",
                                "--json",    "--gpu"};  // of which a block's memory is
  if (!options.check)
    used.merge(std::set<std::string>{"--out", "--shared-only", "--megabytes", "--ncu"});
  for (const Option& option : command.get_options()) {
    const bool of_json = !options.check && !options.json.empty() &&
                         (option.get_group() == "Machine" || option.get_group() == "Conditions");
    if (option.count() == 0 || of_json || used.count(option.get_name()) > 0) continue;
    throw UsageError(fmt::format("{} has no effect with {}; leave one of them out",
                                 option.get_name(), options.check ? "--check" : "--no-table"));
  }
}

}  // namespace

void RecordOptions::add_to(App& command) {
  command.add_option("files", sources.files, "CUDA C++ files of one program").required();
  const char* const compiling = "Compiling";
  command.add_option("-I,--include", sources.include, "folder of headers")
      .allow_extra_args(false)
      .group(compiling);
  command.add_option("-D,--define", sources.definition, "macro, as NAME or NAME=VALUE")
      .allow_extra_args(false)
      .group(compiling);
  command.add_option("-l,--library", sources.library, "library of the host, as for a linker")
      .allow_extra_args(false)
      .group(compiling);
  const OptionGroup add{command, "What is recorded"};
  add("out", out, "folder for the traces (default: FILE.recording)");
  add("kernels", selection.kernels, "only kernels whose names contain one of NAME,NAME");
  add("launches", selection.launches, "launches by number, from 1: 3 or 2..5");
  add("only-blocks", blocks, "blocks of each launch by number, from 0: 0, 0..7 or all")
      .capture_default_str();
  add("repeats", selection.repeats, "launches of one kernel with one grid and block; 0: all")
      .capture_default_str();
  command.add_flag("--shared-only", shared_only, "leave out global memory").group(add.name);
  add("megabytes", megabytes, "limit on the size of all traces together").capture_default_str();
  add("seconds", selection.seconds, "limit on the time of a launch").capture_default_str();
  command.add_flag("--check", check, "run the program and look for defects, record nothing")
      .group(add.name);
  command.add_flag("--no-table", no_table, "record, and print no table").group(add.name);
  add_json(command, json);
  machine.add_to(command);
  add_gpu(command, gpu);
  add_ncu(command, ncu);
  add_sort(command, sort);
  files.add_to(command, kLineTables);
  command.add_option("arguments", arguments, "behind '--': the program's own arguments");
}

void RecordOptions::complete(const App& command, const CommandLine& command_line) {
  split_arguments(*this, command_line);
  refuse_idle(command, *this);
  require_names(selection.kernels);
  if (!selection.launches.empty()) require_range("--launches", selection.launches, 1);
  if (blocks != "all") require_range("--only-blocks", blocks, 0);
  constexpr std::uint64_t kMostMegabytes = std::uint64_t{1} << 30U;
  selection.bytes = std::uint64_t{in_range("--megabytes", megabytes, 1, kMostMegabytes)} << 20U;
  selection.blocks = blocks == "all" ? "" : blocks;
  selection.record = !check;
  selection.global = !shared_only;
  selection.output_to_stderr = quiet();
  if (machine.engines.empty()) machine.engines = "model";
}

ReplayRequest RecordOptions::replay_request() const {
  ReplayRequest request;
  request.quiet = !prints_tables();
  request.gpu = gpu;
  request.sort = sort;
  return request;
}

}  // namespace superwarp::cli
