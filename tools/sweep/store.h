// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sysc/cache_files.h"

namespace superwarp::sweep {

/// The key of a finished point: a hash of everything its result depends on. 128 bits, since a sweep
/// holds one for every point. All zeros: no key.
struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  static constexpr std::size_t kLetters = 32;

  /// Parses hexadecimal letters; nullopt if they are not a key.
  static std::optional<Key> read(std::string_view letters);
  [[nodiscard]] std::string hex() const;

  [[nodiscard]] bool none() const { return high == 0 && low == 0; }
  bool operator==(const Key& other) const { return high == other.high && low == other.low; }
  bool operator!=(const Key& other) const { return !(*this == other); }
};

}  // namespace superwarp::sweep

template <>
struct std::hash<superwarp::sweep::Key> {
  std::size_t operator()(const superwarp::sweep::Key& key) const noexcept { return key.low; }
};

namespace superwarp::sweep {

/// The finished points in a folder: JSON lines that begin with {"key":"...", and end with a digest
/// of themselves, in files that only grow. A killed process leaves at most part of a line, which
/// the next process removes. A line that was changed later is refused.
class Store {
 public:
  /// Decides whether a line still holds.
  using Current = std::function<bool(const std::string& line)>;

  /// Reads the lines that are current of points*.jsonl in `dir` except names that end with a
  /// nonempty `beside`, and opens `file` to add to it. Calls `waiting` and waits while another
  /// process has `file` open. Throws std::runtime_error on failure.
  Store(std::filesystem::path dir, const std::string& file, const std::string& beside, const Current& current,
        const std::function<void()>& waiting = {});
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] bool has(const Key& key) const { return entry_.count(key) != 0; }

  /// The JSON object of `key` in its line, as it was added; nullopt if there is none.
  [[nodiscard]] std::optional<std::string> line(const Key& key);

  /// Adds a JSON object in a line that begins with its key. It is on the disk after flush().
  void add(const Key& key, const std::string& line);
  void flush();

  /// The beginning of a line: {"key":"KEY".
  static std::string beginning(const Key& key);

 private:
  struct Entry {
    std::uint32_t file = 0;
    std::uint32_t size = 0;
    std::uint64_t offset = 0;
  };

  void read(const std::filesystem::path& file, bool own, const Current& current);

  std::filesystem::path dir_;
  std::unique_ptr<sysc::FileLock> lock_;
  std::vector<std::filesystem::path> files_;  ///< the own one first
  std::ifstream open_;                        ///< one of files_, since a process cannot open very many
  std::size_t open_file_ = 0;                 ///< its index in files_
  std::unordered_map<Key, Entry> entry_;
  std::string buffer_;
  std::uint64_t end_ = 0;  ///< size of the own file including buffer_
  int fd_ = -1;
};

}  // namespace superwarp::sweep
