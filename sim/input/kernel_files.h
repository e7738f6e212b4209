// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace superwarp::input {

/// The names of a recording's files, as a regular expression.
inline constexpr const char* kRecordedNames = R"(kernel-[0-9]+\.traceg|kernelslist\.g)";

/// Does `head` begin like a list of kernels, Accel-Sim's kernelslist.g?
bool looks_like_list(std::string_view head);

/// The traces of the kernels that the list `in`, the file `path`, names, in its order. Its lines
/// are names of files in the list's folder, "kernel-1.traceg", also where only a packed one exists,
/// and copies and other calls of the program, which are skipped. Throws InputError: file, line,
/// what was expected.
std::vector<std::string> kernels_of_list(std::istream& in, const std::string& path);

/// The traces of the kernels in a folder: those of its kernelslist.g, or else all that are called
/// kernel-N.. .traceg, plain or packed, in the order of N. Throws InputError if there are none.
std::vector<std::string> kernels_of_folder(const std::string& path);

}  // namespace superwarp::input
