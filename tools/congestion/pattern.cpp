// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "sim/permutation/random_permutation.h"

namespace superwarp::congestion {
namespace {

constexpr const char* kAccepted =
    "uniform, stride:K, column, contiguous, contiguous:FIRST, scattered, scattered:SEED, diagonal "
    "or trace:FILE";

[[noreturn]] void refuse(const std::string& text, const char* expected = kAccepted) {
  throw std::invalid_argument(fmt::format("--pattern '{:.60}': expected {}", text, expected));
}

std::uint64_t parse_number(const std::string& text, const std::string& digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) refuse(text);
  if (digits.size() > 10) refuse(text, "a number below 10^10");
  return std::stoull(digits);
}

/// The word of the e-th element, e < n.
using WordOf = std::function<std::uint64_t(std::uint64_t)>;

class PatternProgram final : public Program {
 public:
  PatternProgram(const CongestionCell& cell, WordOf word_of)
      : Program(cell.width, cell.requests()),
        words_(cell.size),
        rounds_(std::clamp<std::uint64_t>(cell.size / cell.requests(), 1, kPatternAccesses)),
        word_of_(std::move(word_of)) {}

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* /*data*/) const override {
    const std::uint64_t first = round * threads() + std::uint64_t{warp} * width();
    for (std::uint64_t e = first; e < std::min(first + width(), words_); ++e) {
      address[e - first] = static_cast<Address>(word_of_(e));
    }
    return Op::kRead;
  }

 private:
  std::uint64_t words_;
  std::uint64_t rounds_;
  WordOf word_of_;
};

std::uint64_t side_of(std::uint64_t size) {
  std::uint64_t side = 1;
  while (side * side < size) ++side;
  if (side * side != size) {
    throw std::invalid_argument(
        fmt::format("--pattern column: size {} is not a square, the nearest is {}", size,
                    (side - 1) * (side - 1) + side * side < 2 * size ? side * side : (side - 1) * (side - 1)));
  }
  return side;
}

/// Lane i of every warp of super warp g reads word (g*w + i)*w + i, around the end of the memory.
WordOf diagonal_of(const CongestionCell& cell) {
  const std::uint64_t w = cell.width;
  if (cell.size < w * w) {
    throw std::invalid_argument(
        fmt::format("--pattern diagonal: memory has {} words, expected at least w * w = {}", cell.size, w * w));
  }
  return [w, n = cell.size, lanes = cell.requests()](std::uint64_t e) {
    return ((e / lanes * w + e % w) * w + e % w) % n;
  };
}

WordOf word_of(const Pattern& pattern, const CongestionCell& cell) {
  const std::uint64_t n = cell.size;
  switch (pattern.kind) {
    case PatternKind::kStride:
      return [n, step = pattern.argument % n](std::uint64_t e) { return (e * step % n + e * step / n) % n; };
    case PatternKind::kColumn:
      return [side = side_of(n)](std::uint64_t e) { return e % side * side + e / side; };
    case PatternKind::kContiguous:
      if (pattern.argument >= n) {
        throw std::invalid_argument(
            fmt::format("--pattern contiguous:{}: memory has {} words, expected a first one from 0 "
                        "to {}",
                        pattern.argument, n, n - 1));
      }
      return [n, first = pattern.argument](std::uint64_t e) { return (first + e) % n; };
    case PatternKind::kScattered:
      return [order = permutation::RandomPermutation(pattern.argument, n)](std::uint64_t e) {
        return std::uint64_t{order.forward(static_cast<std::uint32_t>(e))};
      };
    case PatternKind::kDiagonal:
      return diagonal_of(cell);
    default:
      throw std::invalid_argument("this pattern has no words of its own");
  }
}

}  // namespace

Pattern parse_pattern(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const bool has_argument = colon != std::string::npos;
  const std::string argument = has_argument ? text.substr(colon + 1) : "";
  const auto number = [&](std::uint64_t otherwise) { return has_argument ? parse_number(text, argument) : otherwise; };
  if (text == "uniform") return {};
  if (text == "column") return {PatternKind::kColumn, 0, ""};
  if (text == "diagonal") return {PatternKind::kDiagonal, 0, ""};
  if (name == "contiguous") return {PatternKind::kContiguous, number(0), ""};
  if (name == "scattered") return {PatternKind::kScattered, number(1), ""};
  if (name == "stride" && has_argument) {
    if (number(0) == 0) refuse(text, "a step from 1 on");
    return {PatternKind::kStride, number(0), ""};
  }
  if (name == "trace" && !argument.empty()) return {PatternKind::kTrace, 0, argument};
  refuse(text);
}

std::unique_ptr<Program> make_pattern(const Pattern& pattern, const CongestionCell& cell) {
  validate(cell);
  return std::make_unique<PatternProgram>(cell, word_of(pattern, cell));
}

}  // namespace superwarp::congestion
