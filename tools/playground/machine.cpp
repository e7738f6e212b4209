// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "model/machine/program.h"
#include "model/reference/machine_words.h"
#include "model/reference/parameters.h"

namespace superwarp::playground {
namespace {

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Chosen read_machine(description::Object form, std::optional<std::uint32_t> width) {
  model::Words words;
  for (const model::Parameter& row : model::parameters()) {
    std::string key = row.name;
    std::replace(key.begin(), key.end(), '-', '_');
    if (!form.has(key)) continue;
    const std::string value =
        row.number ? std::to_string(form.natural(key, 0, kAny)) : form.text(key);
    if (!value.empty()) words[row.name] = value;
  }
  Chosen chosen{model::machine_of(words, width)};
  const std::uint64_t blocks = form.natural_or("blocks", 0, kAny, 1);
  form.finish();
  const std::uint32_t most = chosen.machine.hierarchy ? 1 : kMostBlocks;
  if (blocks < 1 || blocks > most)
    throw std::invalid_argument(
        fmt::format("--blocks {}: expected a number from 1 to {}", blocks, most));
  chosen.blocks = static_cast<std::uint32_t>(blocks);
  return chosen;
}

std::string options_of(const Chosen& chosen, std::optional<std::uint32_t> width) {
  return "--machine " + model::text_of(chosen.machine, width) +
         (chosen.blocks > 1 ? fmt::format(" --blocks {}", chosen.blocks) : "");
}

}  // namespace superwarp::playground
