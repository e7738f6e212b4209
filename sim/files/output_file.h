// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace superwarp::files {

/// A file that appears under its name only when it is complete: whatever goes wrong before
/// commit(), an interrupt from the keyboard included, leaves nothing behind and an older file of
/// that name untouched.
class OutputFile {
 public:
  /// Throws std::runtime_error if a file cannot be made there.
  explicit OutputFile(std::filesystem::path file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write until commit(), in the same folder.
  [[nodiscard]] const std::filesystem::path& partial() const { return partial_; }

  /// Throws std::runtime_error if the disk is full or the name cannot be taken.
  void commit();

 private:
  std::filesystem::path file_;
  std::filesystem::path partial_;
  bool committed_ = false;
};

/// Throws std::runtime_error if write_file() could not even begin there; to be asked before work
/// that takes long.
void require_writable(const std::string& file);

/// Writes a whole file through an OutputFile; "-" is standard output. Throws std::runtime_error.
void write_file(const std::string& file, const std::string& content);

/// Is the FST file `file` whole? Verilator's writer reports no failure to write: after a full disk,
/// blocks or their ends are missing.
bool is_whole_waveform(const std::filesystem::path& file);

}  // namespace superwarp::files
