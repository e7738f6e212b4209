// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/kept.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <stdexcept>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"

namespace superwarp::cost {

namespace fs = std::filesystem;

std::string hash_of(const std::vector<std::string>& texts) {
  sysc::ContentHash hash;
  for (const std::string& text : texts) hash.add(text);
  return hash.hex();
}

double seconds_of_this_thread() {
  constexpr double kNano = 1e-9;
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + kNano * static_cast<double>(now.tv_nsec);
}

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot write", file.string()));
}

std::string kept(const fs::path& file, const fs::path& scratch, const std::function<std::string()>& make) {
  const auto sealed = [&](const std::string& text) { return text + sysc::seal_of(text, file.filename()); };
  if (fs::exists(fs::symlink_status(file))) {
    sysc::require_own(file);
    const std::string found = sysc::read_file(file);
    const std::string text = found.substr(0, found.size() - std::min(found.size(), sysc::ContentHash::kHexSize));
    if (found == sealed(text)) return text;
  }
  std::string text = make();
  const fs::path made = scratch / "kept";
  write_text(made, sealed(text));
  sysc::make_own(made);
  fs::rename(made, file);
  return text;
}

}  // namespace superwarp::cost
