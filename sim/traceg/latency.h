// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace superwarp::traceg {

/// Time units from the issue of an instruction to the first one that can use its result, by class
/// of instruction (docs/spec/issue.md, "CUDA traces").
class Latencies {
 public:
  /// Those of data/latencies.json for this -binary version. Throws InputError for a bad file.
  static Latencies of(std::uint64_t binary_version);

  /// Of an opcode such as "LDG.E".
  [[nodiscard]] std::uint32_t operator()(std::string_view opcode) const;

 private:
  std::uint32_t usual_ = 1;
  std::vector<std::pair<std::string, std::uint32_t>> by_name_;  ///< the opcode up to its first dot
};

}  // namespace superwarp::traceg
