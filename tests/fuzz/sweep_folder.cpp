// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sweep_folder.h"

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/fuzz/target.h"

namespace {

namespace fs = std::filesystem;

/// A folder that goes with the process.
struct Folder {
  const fs::path path = fs::temp_directory_path() / ("superwarp-fuzz-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

}  // namespace

/// The files of a sweep's folder, one behind the other, each behind a zero byte and the first
/// letter of its name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    static const Folder kFolder;
    static const std::map<char, std::string> kFiles{{'j', "sweep.json"},
                                                    {'s', "space.toml"},
                                                    {'r', "results.csv"},
                                                    {'i', "impossible.csv"},
                                                    {'f', "failures.csv"}};
    std::map<std::string, std::string> content;
    std::string* file = nullptr;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\0' && i + 1 < text.size() && kFiles.count(text[i + 1]) != 0) {
        file = &content[kFiles.at(text[++i])];
      } else if (file != nullptr) {
        *file += text[i];
      }
    }
    for (const auto& [key, name] : kFiles) {
      const auto found = content.find(name);
      std::ofstream(kFolder.path / name) << (found == content.end() ? "" : found->second);
    }
    superwarp::report::read_sweep(kFolder.path);
  });
}
