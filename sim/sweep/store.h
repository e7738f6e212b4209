// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/sweep/key.h"
#include "sysc/cache_files.h"

namespace superwarp::sweep {

/// The finished points of a folder, by the content of what was asked: JSON lines that begin with
/// {"key":"...", in files that only grow. A process that is killed leaves at most the beginning of
/// a line, which the next one takes away.
class Store {
 public:
  /// Reads points*.jsonl in `dir`, those apart whose names end with `beside` if that is not empty,
  /// and adds to `file` of these. Waits for another process that does. Throws std::runtime_error if
  /// that is not possible.
  Store(std::filesystem::path dir, const std::string& file, const std::string& beside);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] bool has(const Key& key) const { return entry_.count(key) != 0; }

  /// The line of `key`, without its end; nullopt if there is none.
  [[nodiscard]] std::optional<std::string> line(const Key& key);

  /// Adds a line, which begins with its key; with flush() it is on the disk.
  void add(const Key& key, const std::string& line);
  void flush();

  /// {"key":"KEY": what a line begins with.
  static std::string beginning(const Key& key);

 private:
  struct Entry {
    std::uint32_t file = 0;
    std::uint32_t size = 0;
    std::uint64_t offset = 0;
  };

  void read(const std::filesystem::path& file, bool own);

  std::filesystem::path dir_;
  std::unique_ptr<sysc::FileLock> lock_;
  std::vector<std::filesystem::path> files_;  ///< the own one first
  std::ifstream open_;         ///< one of them: a folder may have more than a process may open
  std::size_t open_file_ = 0;  ///< which
  std::unordered_map<Key, Entry> entry_;
  std::string buffer_;
  std::uint64_t end_ = 0;  ///< of the own file, with what is buffered
  int fd_ = -1;
};

}  // namespace superwarp::sweep
