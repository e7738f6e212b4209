// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/read_permutation.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/read_file.h"

namespace superwarp::permutation {
using trace::InputError;
using trace::refuse;
namespace {

/// The one number of a line. Throws std::invalid_argument unless it is in [first, first + count).
std::uint32_t target_of(std::string_view text, std::uint64_t word, std::uint64_t first, std::uint64_t count) {
  std::string_view rest = text;
  const std::string_view field = trace::take_field(rest);
  std::uint64_t target = 0;
  if (!trace::parse_number(field, 10, first + count, target) || target < first) {
    refuse("{}, expected the target of word {}, {} to {}", trace::shown(field), word, first, first + count - 1);
  }
  const std::string_view more = trace::take_field(rest);
  if (!more.empty() && more.front() != '#')
    refuse("{} after {}, expected one number a line", trace::shown(more), target);
  return static_cast<std::uint32_t>(target);
}

}  // namespace

Permutation read_permutation(std::istream& in, const std::string& name, std::uint64_t size, std::uint64_t row) {
  check_permutation_size(size);
  trace::LineReader lines(in, name);
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> word_at(size, UINT32_MAX);  // by target
  std::vector<std::uint64_t> line_of;
  std::string_view text;
  while (lines.next(text)) {
    std::string_view rest = text;
    const std::string_view first = trace::take_field(rest);
    if (first.empty() || first.front() == '#') continue;
    const std::uint64_t word = targets.size();
    if (word == size) {
      throw InputError(name, lines.number(),
                       fmt::format("{} after {} numbers, expected as many as --size", trace::shown(first), size));
    }
    try {
      targets.push_back(target_of(text, word, word / row * row, row));
    } catch (const std::invalid_argument& error) {
      throw InputError(name, lines.number(), error.what());
    }
    line_of.push_back(lines.number());
    std::uint32_t& taken = word_at[targets.back()];
    if (taken != UINT32_MAX) {
      throw InputError(
          name, lines.number(),
          fmt::format("{} again: line {} has it, expected every target once", targets.back(), line_of[taken]));
    }
    taken = static_cast<std::uint32_t>(word);
  }
  if (targets.size() != size) {
    throw InputError(name, lines.number(),
                     fmt::format("the text ends after {} number{}, expected {}, as many as --size", targets.size(),
                                 targets.size() == 1 ? "" : "s", size));
  }
  return Permutation(std::move(targets));
}

Permutation read_permutation_file(const std::string& path, std::uint64_t size, std::uint64_t row) {
  const auto read = [&](std::istream& in, const std::string& name) { return read_permutation(in, name, size, row); };
  return trace::read_file(path, read, files::kAnyLength);
}

}  // namespace superwarp::permutation
