// SPDX-License-Identifier: Apache-2.0
#include "sim/input/kernel_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "sim/files/input_file.h"
#include "sim/files/opened_files.h"
#include "sim/files/pattern.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/read_file.h"

namespace superwarp::input {
namespace {

namespace fs = std::filesystem;
using trace::InputError;

constexpr const char* kListName = "kernelslist.g";

bool begins_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

/// What a program did besides launches of kernels.
bool is_other_call(std::string_view line) { return begins_with(line, "Memcpy") || begins_with(line, "nccl"); }

/// The file that a list calls `name`; packing a trace adds to its name.
std::string found(const fs::path& folder, const std::string& name) {
  for (const char* packed : {"", ".gz", ".xz", ".zst"}) {
    const fs::path file = folder / (name + packed);
    files::note_opened(file.string());
    if (fs::exists(file)) return file.string();
  }
  return "";
}

}  // namespace

bool looks_like_list(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  head.remove_prefix(first);
  return is_other_call(head) || begins_with(head, "kernel-");
}

std::vector<std::string> kernels_of_list(std::istream& in, const std::string& path) {
  const std::string name = files::input_name(path);
  const fs::path folder = path == files::kStandardInput ? "." : fs::path(path).parent_path();
  std::vector<std::string> kernels;
  trace::LineReader lines(in, name);
  for (std::string_view line; lines.next(line);) {
    line = trace::trimmed(line);
    if (line.empty() || line.front() == '#' || is_other_call(line)) continue;
    if (!begins_with(line, "kernel")) {
      throw InputError(name, lines.number(),
                       fmt::format("{}, expected the name of a trace such as kernel-1.traceg, or a "
                                   "copy such as MemcpyHtoD,0x7f0000000000,64",
                                   trace::shown(line)));
    }
    kernels.push_back(found(folder, std::string(line)));
    if (!kernels.back().empty()) continue;
    throw InputError(name, lines.number(),
                     fmt::format("{} does not exist, expected it beside the list, plain, .gz, .xz "
                                 "or .zst",
                                 trace::shown(line)));
  }
  if (kernels.empty()) throw InputError(name, 0, "names no kernel, expected lines such as kernel-1.traceg");
  return kernels;
}

std::vector<std::string> kernels_of_folder(const std::string& path) {
  const fs::path list = fs::path(path) / kListName;
  files::note_opened(list.string());
  if (fs::exists(list)) {
    return trace::read_file(list.string(),
                            [&](std::istream& in, const std::string&) { return kernels_of_list(in, list.string()); });
  }
  static const files::Pattern pattern(R"(kernel-([0-9]{1,9}).*\.traceg(\.gz|\.xz|\.zst)?)");
  files::note_opened(path);
  std::vector<std::tuple<unsigned long, std::string>> kernels;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    const std::vector<std::string> match = pattern.match(entry.path().filename().string());
    if (!match.empty()) kernels.emplace_back(std::stoul(match[1]), entry.path().string());
  }
  if (error) throw InputError(path, 0, "cannot be read: " + error.message());
  if (kernels.empty()) {
    throw InputError(path, 0,
                     fmt::format("is a folder without {} and kernel-N.traceg, expected a file or a "
                                 "folder of traces",
                                 kListName));
  }
  std::sort(kernels.begin(), kernels.end());
  std::vector<std::string> files;
  for (const auto& [number, file] : kernels) files.push_back(file);
  return files;
}

}  // namespace superwarp::input
