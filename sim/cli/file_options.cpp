// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/file_options.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "sim/cli/usage_error.h"
#include "sim/evaluate/evaluation.h"
#include "sim/files/input_file.h"
#include "sim/files/output_file.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

struct NamedFile {
  std::string option;
  std::string file;
};

std::vector<NamedFile> values(const CLI::App& command, const std::vector<std::string>& options) {
  std::vector<NamedFile> files;
  for (const std::string& name : options) {
    const CLI::Option* const option = command.get_option_no_throw(name);
    if (option == nullptr) continue;
    for (const std::string& value : option->results())
      if (!value.empty()) files.push_back({name, value});
  }
  return files;
}

std::vector<NamedFile> outputs_of(const CLI::App& command) {
  std::vector<NamedFile> files =
      values(command, {"--json", "--svg", "--waves", "--kanata", "--perfetto", "--wavedrom",
                       "--markdown", "--csv", "--plan"});
  for (const NamedFile& waves : values(command, {"--waves"}))
    files.push_back({"--waves (the view beside it)", evaluate::view_of(waves.file)});
  return files;
}

std::vector<NamedFile> inputs_of(const CLI::App& command) {
  std::vector<NamedFile> files =
      values(command, {"file", "trace", "space", "--gpu", "--permutation", "--shifts"});
  for (const NamedFile& pattern : values(command, {"--pattern"})) {
    const std::string trace = "trace:";
    if (pattern.file.rfind(trace, 0) == 0)
      files.push_back({pattern.option, pattern.file.substr(trace.size())});
  }
  for (NamedFile& input : files) {
    if (input.file == files::kStandardInput) input = {"standard input", "/dev/stdin"};
  }
  return files;
}

/// Compares device and inode if both files exist, since one file has many names. Terminals and
/// /dev/null never count as the same file.
bool same_file(const std::string& one, const std::string& other) {
  struct stat a {};
  struct stat b {};
  const bool a_exists = stat(one.c_str(), &a) == 0;
  const bool b_exists = stat(other.c_str(), &b) == 0;
  if (a_exists != b_exists) return false;
  if (a_exists) return a.st_dev == b.st_dev && a.st_ino == b.st_ino && !S_ISCHR(a.st_mode);
  std::error_code unknown;
  return fs::weakly_canonical(fs::absolute(one), unknown) ==
             fs::weakly_canonical(fs::absolute(other), unknown) &&
         !unknown;
}

}  // namespace

void check_files(const CLI::App& command) {
  const std::vector<NamedFile> outputs = outputs_of(command);
  const std::vector<NamedFile> inputs = inputs_of(command);
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const NamedFile& input : inputs) {
      if (!same_file(output->file, input.file)) continue;
      throw UsageError(
          fmt::format("{} {}: is the input ({}), which it would replace; choose another name",
                      output->option, output->file, input.option));
    }
    for (auto other = outputs.begin(); other != output; ++other) {
      if (!same_file(output->file, other->file)) continue;
      throw UsageError(fmt::format("{} {}: {} writes there too; choose another name",
                                   output->option, output->file, other->option));
    }
    files::require_writable(output->file);
  }
}

}  // namespace superwarp::cli
