// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/report/sweep_folder.h"

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/fuzz/target.h"

namespace {

namespace fs = std::filesystem;

/// A sweep's folder, removed with the process. Its files are in memory and written only when they
/// change: five files on a disk took nine tenths of the time.
class Folder {
 public:
  Folder() {
    fs::create_directories(path_);
    for (const auto& [key, name] : names()) {
      const auto file = files_.try_emplace(key, std::string()).first;
      fs::create_symlink(file->second.memory.name(), path_ / name);
    }
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  static const std::map<char, std::string>& names() {
    static const std::map<char, std::string> kNames{
        {'j', "sweep.json"}, {'s', "space.toml"}, {'r', "results.csv"}, {'i', "impossible.csv"}, {'f', "failures.csv"}};
    return kNames;
  }

  void write(char key, const std::string& content) {
    File& file = files_.at(key);
    if (file.content == content) return;
    file.memory.replace(content);
    file.content = content;
  }

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  struct File {
    explicit File(const std::string& text) : memory(text), content(text) {}
    superwarp::fuzz::MemoryFile memory;
    std::string content;
  };
  const fs::path path_ = fs::temp_directory_path() / ("superwarp-fuzz-" + std::to_string(getpid()));
  std::map<char, File> files_;
};

}  // namespace

/// The input holds the files of a sweep's folder one after another. A zero byte and the first
/// letter of its name precede each.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return superwarp::fuzz::taken_or_refused(data, size, [](const std::string& text) {
    static Folder folder;
    std::map<char, std::string> content;
    std::string* file = nullptr;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\0' && i + 1 < text.size() && Folder::names().count(text[i + 1]) != 0) {
        file = &content[text[++i]];
      } else if (file != nullptr) {
        *file += text[i];
      }
    }
    for (const auto& [key, name] : Folder::names()) folder.write(key, content[key]);
    superwarp::report::read_sweep(folder.path());
  });
}
