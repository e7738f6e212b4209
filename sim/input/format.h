// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/files/input_file.h"

namespace superwarp::input {

/// What a path holds.
enum class Format {
  kText,     ///< a text trace (sim/trace/read_trace.h)
  kTraceg,   ///< a trace of Accel-Sim's tracer, of one launch of a kernel
  kKernels,  ///< several of them: a folder, or a list of kernels
};

/// A path that was recognised by its content; names decide nothing.
struct Source {
  std::string name;  ///< in messages
  Format format = Format::kText;
  std::unique_ptr<files::InputFile> in;  ///< open at its beginning; null for kKernels
  std::vector<std::string> kernels;      ///< the files of kKernels
};

/// Recognises `path`; "-" is standard input. Throws InputError if it cannot be read, and for a file
/// that is named like a .traceg and begins like no trace.
Source recognise(const std::string& path);

/// Opens the trace of a kernel of kKernels. Throws InputError if it is another file.
std::unique_ptr<files::InputFile> open_kernel(const std::string& path);

}  // namespace superwarp::input
