// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace superwarp::files {

/// Files of one folder that get their names together, when all are complete. A failure or an
/// interrupt before commit() leaves nothing behind, and older files of these names untouched.
///
/// Until then they are in a folder beside, with a random name, that only its user may enter. They
/// are reached through its descriptor, so no other user can lead them elsewhere by a link.
class OutputFiles {
 public:
  /// `label` begins the name of the folder of unfinished files. Throws std::runtime_error if none
  /// can be made there.
  OutputFiles(std::filesystem::path folder, const std::string& label);
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  /// Where to write the file `name` until commit(). Throws std::runtime_error if something else
  /// than a file has this name.
  [[nodiscard]] std::filesystem::path partial(const std::string& name);

  /// Gives the files their names, and the modes of the files that they replace. Throws
  /// std::runtime_error if that fails.
  void commit();

 private:
  std::filesystem::path folder_;
  std::string unfinished_;  ///< the folder with the files
  int fd_ = -1;             ///< of that folder
  std::vector<std::string> names_;
};

/// One such file.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file)
      : files_(file.parent_path(), file.filename()), partial_(files_.partial(file.filename())) {}

  [[nodiscard]] const std::filesystem::path& partial() const { return partial_; }
  void commit() { files_.commit(); }

 private:
  OutputFiles files_;
  std::filesystem::path partial_;
};

/// From now on a signal that ends the program removes the unfinished files first. For programs; a
/// library leaves signals alone.
void remove_unfinished_at_signals();

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
