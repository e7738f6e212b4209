// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace superwarp::record {

/// A stretch of instructions that is entered at its first and left at its last.
struct IrBlock {
  std::string name;                     ///< as branches name it; empty: the function's first
  std::size_t begin = 0;                ///< its first instruction, a line of the module
  std::size_t end = 0;                  ///< behind its last
  std::vector<std::size_t> successors;  ///< blocks of the function, without those of exceptions
};

/// A function that the module defines.
struct IrFunction {
  std::string name;
  bool uncounted = false;  ///< the recorder's own, whose accesses do not count
  bool kernel = false;
  std::vector<IrBlock> blocks;  ///< the first one is where it begins
};

/// LLVM's IR as clang writes it, between the program's text and its optimisation: control flow is
/// still as the program has it. Lines may be changed and extended; a line may become several.
class IrModule {
 public:
  explicit IrModule(std::string_view text);

  [[nodiscard]] std::string text() const;

  /// The functions and variables that `function` names.
  [[nodiscard]] std::set<std::string> named_in(const IrFunction& function) const;

  /// The attribute groups with `attribute`, as "#4".
  [[nodiscard]] std::set<std::string> groups_with(std::string_view attribute) const;

  /// What a line defines or declares, and its attribute group, "" without one.
  static std::string name_and_group(const std::string& line, std::string& group);

  std::vector<std::string> lines;
  std::vector<IrFunction> functions;
};

/// The name behind the first `sign` (@ for functions and variables, % for values) from `at` on, and
/// `at` behind it; empty if there is none.
std::string ir_name(std::string_view line, char sign, std::size_t& at);

}  // namespace superwarp::record
