// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace superwarp::files {

/// Notes the inputs that this thread opens while it lives: what a result depends on.
class OpenedFiles {
 public:
  OpenedFiles();
  ~OpenedFiles();
  OpenedFiles(const OpenedFiles&) = delete;
  OpenedFiles& operator=(const OpenedFiles&) = delete;

  /// Files, folders that were listed, and names that were looked for.
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  friend void note_opened(const std::string& path);

  std::set<std::string> names_;
  OpenedFiles* outer_;  ///< the next one of this thread, which notes the same
};

/// Notes `path` in this thread's OpenedFiles. InputFile does so; so does code that lists a folder,
/// looks for a file, or uses again what it has read.
void note_opened(const std::string& path);

}  // namespace superwarp::files
