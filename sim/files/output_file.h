// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace superwarp::files {

/// A file that gets its name only when it is complete. A failure or an interrupt before commit()
/// leaves nothing behind and an older file of that name untouched.
class OutputFile {
 public:
  /// Throws std::runtime_error if no file can be made there.
  explicit OutputFile(std::filesystem::path file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write until commit(), in the same folder.
  [[nodiscard]] const std::filesystem::path& partial() const { return partial_; }

  /// Gives the file its name. Throws std::runtime_error if that fails.
  void commit();

 private:
  std::filesystem::path file_;
  std::filesystem::path partial_;
  bool committed_ = false;
};

/// Throws std::runtime_error if write_file() would fail at once. Call it before long work.
void require_writable(const std::string& file);

/// Throws std::runtime_error unless `folder` is one to write into, or can be made.
void require_writable_folder(const std::filesystem::path& folder);

/// Writes a file through an OutputFile; "-" is standard output. Throws std::runtime_error.
void write_file(const std::string& file, const std::string& content);

/// Is the FST file complete? Verilator's writer does not report a full disk, after which blocks or
/// their ends are missing.
bool is_whole_waveform(const std::filesystem::path& file);

}  // namespace superwarp::files
