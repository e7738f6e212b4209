// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/operation.h"

#include <algorithm>
#include <array>

namespace superwarp::ask {
namespace {

/// A word in front of an access, and the lanes that give an address.
struct Prefix {
  const char* word;
  gpu::Operation operation;
  std::uint32_t lanes = ~0U;
};
constexpr std::array<Prefix, 10> kOperations = {
    {{"atomic", gpu::Operation::kAtomic},
     {"count", gpu::Operation::kCount},
     {"ldmatrix", gpu::Operation::kMatrixRead, 32},
     {"ldmatrix.x1", gpu::Operation::kMatrixRead, 8},
     {"ldmatrix.x2", gpu::Operation::kMatrixRead, 16},
     {"ldmatrix.x4", gpu::Operation::kMatrixRead, 32},
     {"stmatrix", gpu::Operation::kMatrixWrite, 32},
     {"stmatrix.x1", gpu::Operation::kMatrixWrite, 8},
     {"stmatrix.x2", gpu::Operation::kMatrixWrite, 16},
     {"stmatrix.x4", gpu::Operation::kMatrixWrite, 32}}};

}  // namespace

bool take_operation(Source& source, const Scope& scope, Instruction& instruction) {
  const std::size_t first = source.text.find_first_not_of(" \t\r\n");
  const std::size_t end = source.text.find_first_of(" \t\r\n", first);
  if (first == std::string::npos || end == std::string::npos) return false;
  const std::string word = source.text.substr(first, end - first);
  const auto known = std::find_if(kOperations.begin(), kOperations.end(),
                                  [&](const Prefix& prefix) { return word == prefix.word; });
  if (known == kOperations.end() || scope.count(word) > 0) return false;
  source.begin = end;
  instruction.operation = known->operation;
  instruction.lanes = known->lanes;
  return true;
}

}  // namespace superwarp::ask
