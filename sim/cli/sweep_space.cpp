// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_space.h"

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <stdexcept>

#include "sim/cli/sweep_costs.h"
#include "sim/cli/sweep_point.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sysc/content_hash.h"

namespace superwarp::cli {

std::string content_of(const std::string& file) {
  try {
    files::InputFile in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}", files::input_name(file), error.what()));
  }
}

SweepSpace::SweepSpace(const std::string& file, const std::string& batch)
    : name(files::input_name(file)),
      text(content_of(file)),
      space(sweep::Space::read(text, name, {SweepPoint().known(), SweepCosts::known()})),
      end(space.points()),
      store("points.jsonl") {
  if (batch.empty()) return;
  std::uint64_t which = 0;
  std::uint64_t of = 0;
  char more = 0;
  if (std::sscanf(batch.c_str(), "%lu/%lu%c", &which, &of, &more) != 2 || of < 1 || which < 1 ||
      which > of || of > end) {
    throw UsageError(
        fmt::format("--batch {:.40}: expected I/N, the I-th of N parts, such as 3/8; N at most {}",
                    batch, draw::counted(end, "point")));
  }
  const std::uint64_t points = end;
  first = points * (which - 1) / of;
  end = points * which / of;
  whole = false;
  // Parts have no point in common, so none reads the stores that the others write.
  sysc::ContentHash hash;
  hash.add(text);
  constexpr std::size_t kLetters = 8;
  beside = fmt::format("-of-{}-{}.jsonl", of, hash.hex().substr(0, kLetters));
  store = fmt::format("points-{}{}", which, beside);
}

}  // namespace superwarp::cli
