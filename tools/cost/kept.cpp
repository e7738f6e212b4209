// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/kept.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"

namespace superwarp::cost {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot write", file.string()));
}

std::optional<std::string> kept(const fs::path& file) {
  if (!fs::exists(fs::symlink_status(file))) return std::nullopt;
  sysc::require_own(file);
  std::string text = sysc::read_file(file);
  if (text.size() < sysc::ContentHash::kHexSize) return std::nullopt;
  const std::string seal = text.substr(text.size() - sysc::ContentHash::kHexSize);
  text.resize(text.size() - seal.size());
  if (seal != sysc::seal_of(text, file.filename())) return std::nullopt;
  return text;
}

void keep(const fs::path& file, const std::string& text, const fs::path& scratch) {
  const fs::path made = scratch / "kept";
  write_text(made, text + sysc::seal_of(text, file.filename()));
  sysc::make_own(made);
  fs::rename(made, file);
}

}  // namespace superwarp::cost
