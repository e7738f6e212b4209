// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "sim/cli/usage_error.h"
#include "sim/files/file_name.h"
#include "sim/files/input_file.h"
#include "sim/files/output_file.h"
#include "sim/files/pattern.h"
#include "sim/input/format.h"
#include "sim/input/kernel_files.h"
#include "sim/run/evaluation.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

/// A file, or the files with certain names in a folder.
struct Place {
  std::string option;
  std::string path;
  std::string names;  ///< a regular expression; empty: `path` is a file
};

constexpr const char* kSweepNames = R"(points.*\.jsonl(\.lock)?|(results|impossible|failures)\.csv|)"
                                    R"(results\.jsonl|(datapackage|sweep)\.json|space\.toml)";
constexpr const char* kHeaderNames = R"(.*\.(h|hpp|cuh|cu|inc|inl))";
constexpr const char* kRtlNames = R"(.*\.svh?)";

std::vector<Place> values(const App& command, const std::vector<std::string>& options, const std::string& names = "") {
  std::vector<Place> places;
  for (const std::string& name : options) {
    for (const std::string& value : command.values(name))
      if (!value.empty()) places.push_back({name, value, names});
  }
  return places;
}

void append(std::vector<Place>& places, const std::vector<Place>& more) {
  places.insert(places.end(), more.begin(), more.end());
}

/// What --out names, or its default. Nothing of a command without it.
std::vector<Place> out_of(const App& command) {
  const std::vector<std::string> options = option_names(command);
  if (std::find(options.begin(), options.end(), "--out") == options.end()) return {};
  const std::string name = command.get_name();
  if (name == "record") {
    const std::vector<Place> sources = values(command, {"files"});
    if (sources.empty() || command.count("--check") > 0) return {};
    std::vector<Place> given = values(command, {"--out"}, input::kRecordedNames);
    if (!given.empty()) return given;
    const std::string folder = default_recording(sources.front().path);
    return {{"--out (by default " + folder + ")", folder, input::kRecordedNames}};
  }
  std::vector<Place> given = values(command, {"--out"}, name == "sweep" ? kSweepNames : "");
  const std::vector<Place> sweeps = values(command, {"folder"});
  if (name != "report" || sweeps.empty() || !given.empty()) return given;
  const std::string folder = sweeps.front().path;
  if (!fs::is_directory(folder)) return {};  // the command refuses it
  return {{"--out (by default)", default_page(folder), ""}};
}

std::vector<Place> outputs_of(const App& command) {
  std::vector<Place> places = values(command, {"--json", "--svg", "--waves", "--kanata", "--perfetto", "--wavedrom",
                                               "--markdown", "--csv", "--plan", "--netlist"});
  for (const Place& waves : values(command, {"--waves"}))
    places.push_back({"--waves (the view beside it)", evaluate::view_of(waves.path), ""});
  append(places, out_of(command));
  return places;
}

/// The shifts of machines such as 'rsdmm --shifts FILE'.
std::vector<Place> shifts_of(const std::vector<Place>& machines) {
  std::vector<Place> places;
  for (const Place& machine : machines) {
    std::istringstream words(machine.path);
    for (std::string word, before; words >> word; before = word)
      if (before == "--shifts") places.push_back({machine.option, word, ""});
  }
  return places;
}

/// The traces that a folder or a list of kernels names, with the list.
std::vector<Place> kernels_of(const Place& input) {
  std::vector<Place> places;
  if (fs::is_directory(input.path))
    places.push_back({input.option, fs::path(input.path) / "kernelslist.g", ""});
  else if (!fs::is_regular_file(input.path))
    return {};  // to read a pipe would empty it
  try {
    for (const std::string& kernel : input::recognise(input.path).kernels) places.push_back({input.option, kernel, ""});
  } catch (const std::exception&) {  // the command says what is wrong with it
  }
  return places;
}

/// What a design space quotes, since it may name traces, shifts, permutations and GPUs.
std::vector<Place> quoted_in(const Place& space) {
  std::vector<Place> places;
  if (!fs::is_regular_file(space.path)) return places;
  static const files::Pattern quoted(R"re("([^"]+)"|'([^']+)')re");
  std::ifstream in(space.path);
  for (std::string line; std::getline(in, line);) {
    for (const std::vector<std::string>& part : quoted.parts(line))
      places.push_back({space.option, part[1] + part[2], ""});
  }
  return places;
}

std::vector<Place> inputs_of(const App& command) {
  std::vector<Place> places =
      values(command, {"files", "arguments", "space", "--gpu", "--permutation", "--shifts", "--times", "--ncu"});
  for (const Place& pattern : values(command, {"--pattern"})) {
    const std::string trace = "trace:";
    if (pattern.path.rfind(trace, 0) == 0) places.push_back({pattern.option, pattern.path.substr(trace.size()), ""});
  }
  for (const Place& recording : values(command, {"file", "trace", "recordings", "--baseline"})) {
    places.push_back(recording);
    append(places, kernels_of(recording));
  }
  append(places, shifts_of(values(command, {"--on"})));
  for (const Place& space : values(command, {"space"})) append(places, quoted_in(space));
  for (Place& input : places)
    if (input.path == files::kStandardInput) input = {"standard input", "/dev/stdin", ""};
  for (const Place& sweep : values(command, {"folder"}, kSweepNames)) {
    places.push_back(sweep);
    append(places, quoted_in({sweep.option, fs::path(sweep.path) / "space.toml", ""}));
  }
  append(places, values(command, {"--include"}, kHeaderNames));
  append(places, values(command, {"--rtl"}, kRtlNames));
  return places;
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
  return fs::weakly_canonical(fs::absolute(one), unknown) == fs::weakly_canonical(fs::absolute(other), unknown) &&
         !unknown;
}

/// Is `file` one of this place, under whatever name?
bool has(const Place& place, const std::string& file) {
  if (same_file(place.path, file)) return true;
  if (place.names.empty()) return false;
  const files::Pattern names(place.names);
  const auto is = [&](const fs::path& name) {
    return names.matches(name.string()) && same_file(fs::path(place.path) / name, file);
  };
  if (is(fs::path(file).filename())) return true;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(place.path, none))
    if (is(entry.path().filename())) return true;
  return false;
}

/// Names go to the terminal before a file is opened, or without: of a folder, of a program.
void require_plain(const Place& place) {
  if (!files::has_control(place.path)) return;
  throw UsageError(fmt::format("{} {}: {}", place.option, files::without_controls(place.path), files::kControlInName));
}

void require_writable(const Place& output) {
  if (output.names.empty())
    files::require_writable(output.path);
  else
    files::require_writable_folder(output.path);
}

}  // namespace

std::string default_recording(const std::string& source) { return fs::path(source).stem().string() + ".recording"; }

std::string default_page(const std::string& folder) { return fs::path(folder) / "report.html"; }

void check_files(const App& command) {
  const std::vector<Place> outputs = outputs_of(command);
  for (const Place& input : values(command, {"files", "file", "trace", "recordings", "folder"})) require_plain(input);
  for (const Place& output : outputs) require_plain(output);
  if (outputs.empty()) return;
  const std::vector<Place> inputs = inputs_of(command);
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const Place& input : inputs) {
      // A sweep goes on in the folder that has its space.
      if (!output->names.empty() || !has(input, output->path)) continue;
      throw UsageError(fmt::format("{} {}: is the input ({}), which it would replace; choose another name",
                                   output->option, output->path, input.option));
    }
    for (auto other = outputs.begin(); other != output; ++other) {
      if (!has(*output, other->path)) continue;
      throw UsageError(
          fmt::format("{} {}: {} writes there too; choose another name", output->option, output->path, other->option));
    }
  }
  for (const Place& output : outputs) require_writable(output);
}

}  // namespace superwarp::cli
