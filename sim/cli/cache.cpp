// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/draw/text.h"
#include "sysc/cache_files.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

struct CacheOptions {
  bool clean = false;
};

/// A compiled unit, which is a file, or another entry, which is a folder or a file.
struct Kept {
  fs::path path;
  std::uint64_t bytes = 0;
  std::shared_ptr<const sysc::FolderLock> lock;  ///< of a scratch folder
};

std::uint64_t bytes_of(const fs::path& path) {
  if (!fs::is_directory(path)) return fs::is_regular_file(path) ? fs::file_size(path) : 0;
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

/// The complete entries in `dir`. Lock files do not count, because a process may hold one.
std::vector<Kept> kept_in(const fs::path& dir) {
  std::vector<Kept> all;
  if (!fs::exists(dir)) return all;
  for (const auto& entry : fs::directory_iterator(dir)) {
    const fs::path extension = entry.path().extension();
    const fs::path name = entry.path().filename();
    if (extension == ".lock" || extension == ".tmp" || name == "cost" || name == sysc::kHeadersFolder) continue;
    all.push_back({entry.path(), bytes_of(entry.path()), nullptr});
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.path < b.path; });
  return all;
}

/// The scratch folders in `dirs` that killed processes left.
std::vector<Kept> left_in(const std::vector<fs::path>& dirs) {
  std::vector<Kept> all;
  for (const fs::path& dir : dirs) {
    if (!fs::exists(dir)) continue;
    for (const auto& entry : fs::directory_iterator(dir)) {
      if (entry.path().extension() != ".tmp") continue;
      auto lock = std::make_shared<sysc::FolderLock>(entry.path(), sysc::FolderLock::By::kRemover);
      if (lock->held()) all.push_back({entry.path(), bytes_of(entry.path()), std::move(lock)});
    }
  }
  return all;
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kMega = 1e6;
  return fmt::format("{:.2f} MB", static_cast<double>(bytes) / kMega);
}

/// Prints or removes the entries of a kind.
void go_through(const char* kind, const std::vector<Kept>& entries, bool clean) {
  std::uint64_t bytes = 0;
  for (const Kept& entry : entries) {
    bytes += entry.bytes;
    if (clean) {
      fs::remove_all(entry.path);
    } else {
      fmt::print("  {:>11}  {}\n", size_text(entry.bytes), entry.path.filename().string());
    }
  }
  fmt::print("{} {}, {}{}\n", draw::counted(entries.size(), "entry", "entries"), kind, size_text(bytes),
             clean ? ", removed" : "");
}

}  // namespace

std::string cache_summary() {
  const fs::path dir = sysc::default_cache_dir();
  if (!fs::exists(dir)) return dir.string() + ", not made yet";
  std::string text;
  const std::pair<const char*, fs::path> kinds[] = {{"of compiled units", dir},
                                                    {"of precompiled headers", dir / sysc::kHeadersFolder},
                                                    {"of superwarp cost", dir / "cost"}};
  for (const auto& [kind, folder] : kinds) {
    const std::vector<Kept> kept = kept_in(folder);
    const std::uint64_t bytes = std::accumulate(kept.begin(), kept.end(), std::uint64_t{0},
                                                [](auto sum, const Kept& k) { return sum + k.bytes; });
    text += fmt::format(", {} {}, {}", draw::counted(kept.size(), "entry", "entries"), kind, size_text(bytes));
  }
  return dir.string() + text;
}

namespace {

int cache_command(const CacheOptions& options) {
  const fs::path dir = sysc::default_cache_dir();
  if (fs::exists(dir)) sysc::require_own_directory(dir);
  fmt::print("{}\n", dir.string());
  const fs::path headers = dir / sysc::kHeadersFolder;
  const fs::path costs = dir / "cost";
  go_through("of compiled units", kept_in(dir), options.clean);
  go_through("of precompiled headers", kept_in(headers), options.clean);
  go_through("of superwarp cost", kept_in(costs), options.clean);
  go_through("left by interrupted runs", left_in({dir, headers, costs}), options.clean);
  return 0;
}

Command add_cache(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("cache", "list or remove the compiled and synthesised units that are kept");
  const auto options = std::make_shared<CacheOptions>();
  app->add_flag("--clean", options->clean, "remove them; they are made again when needed");
  app->footer("Example:\n  superwarp cache --clean");
  return {app, [options] { return cache_command(*options); }};
}

const AddCommand kAddCache(160, add_cache);

}  // namespace
}  // namespace superwarp::cli
