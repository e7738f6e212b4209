// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace superwarp::sysc {

/// Of the cache of units, with the precompiled headers.
inline constexpr const char* kHeadersFolder = "headers";

/// sysc/unit_headers.h as clang++ has read it with these options. Reading it takes a third of the
/// time that compiling a small unit takes, so it is kept in a cache, as units are.
class Precompiled {
 public:
  /// `compile` is a compiler and its options, without input and output. Makes the entry in `dir` if
  /// it is missing. It stays empty for other compilers than clang++ and if there is no room.
  Precompiled(std::vector<std::string> compile, const std::filesystem::path& header,
              const std::filesystem::path& dir);

  /// Adds the entry to a compiler's arguments; false if it is empty.
  bool add_to(std::vector<std::string>& arguments) const;

  /// Removes an entry that clang++ refuses, because the headers on this machine have changed.
  void discard() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace superwarp::sysc
