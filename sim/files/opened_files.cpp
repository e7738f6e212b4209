// SPDX-License-Identifier: Apache-2.0
#include "sim/files/opened_files.h"

#include <utility>

namespace superwarp::files {
namespace {

thread_local OpenedFiles* innermost = nullptr;

}  // namespace

OpenedFiles::OpenedFiles() : outer_(std::exchange(innermost, this)) {}

OpenedFiles::~OpenedFiles() { innermost = outer_; }

void note_opened(const std::string& path) {
  for (OpenedFiles* scope = innermost; scope != nullptr; scope = scope->outer_) scope->names_.insert(path);
}

}  // namespace superwarp::files
