// SPDX-License-Identifier: Apache-2.0
#include "sim/crosscheck/gpu.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/log2.h"
#include "sim/crosscheck/data_files.h"
#include "sim/description/node.h"
#include "sim/description/object.h"
#include "sim/files/input_file.h"

namespace superwarp::crosscheck {
namespace {

constexpr const char* kGpuSchema = "superwarp.gpu/1";

void read_shared(description::Object object, GpuRules& rules) {
  rules.banks = static_cast<std::uint32_t>(object.natural("banks", 2, 32));
  if (!is_power_of_two(rules.banks))
    object.refuse("banks", fmt::format("is {}, expected a power of two", rules.banks));
  rules.merges_every_word = object.choice("merge", {"every-word", "one-word"}) == "every-word";
  description::Object parts = object.object("parts");
  rules.parts.clear();
  for (const std::uint32_t bits : {32U, 64U, 128U}) {
    const std::string key = std::to_string(bits);
    if (!parts.has(key)) continue;
    const auto count = static_cast<std::uint32_t>(parts.natural(key, 1, 64));
    // On all known GPUs a request has exactly one word for each bank.
    const std::uint32_t expected = kWarpThreads * (bits / 32) / rules.banks;
    if (count != expected) {
      parts.refuse(key, fmt::format("is {}, expected {}: {} threads of {} bits request {} words of "
                                    "each of {} banks",
                                    count, expected, kWarpThreads, bits, expected, rules.banks));
    }
    rules.parts[bits] = count;
  }
  parts.finish();
  if (rules.parts.empty())
    object.refuse("parts", "is empty, expected requests of 32, 64 or 128 bits");
  object.finish();
}

void read_time(description::Object object, GpuRules& rules) {
  constexpr double kShortest = 1e-3;
  rules.sub_cores = static_cast<std::uint32_t>(object.natural("sub_cores", 1, 32));
  rules.slot_cycles_sub_core = object.number("slot_cycles_sub_core", kShortest);
  rules.slot_cycles_sm = object.number("slot_cycles_sm", kShortest);
  if (rules.slot_cycles_sm > rules.slot_cycles_sub_core)
    object.refuse("slot_cycles_sm", "is more than slot_cycles_sub_core, expected at most that");
  rules.writes_wait = object.flag("writes_wait");
  rules.latency_low = object.number_if("latency_low", 0);
  rules.latency_high = object.number_if("latency_high", rules.latency_low.value_or(0));
  if (rules.latency_low.has_value() != rules.latency_high.has_value())
    object.refuse("", "has one of latency_low and latency_high, expected both or none");
  object.finish();
}

/// Requires a source for every rule.
void check_sources(description::Object& root) {
  description::Object sources = root.object("sources");
  for (const std::string part : {"shared", "time"}) {
    for (const std::string& key : root.object(part).keys()) {
      // Both ends of a range have one source.
      const bool latency = key == "latency_low" || key == "latency_high";
      sources.text(fmt::format("{}.{}", part, latency ? "latency" : key));
    }
  }
  sources.finish();
}

}  // namespace

double GpuRules::slot_share(std::uint32_t active) const {
  return std::max(slot_cycles_sub_core / active, slot_cycles_sm) / slot_cycles_sm;
}

std::uint32_t GpuRules::active_sub_cores(const Pattern& pattern) const {
  return std::min(pattern.sub_cores.value_or(pattern.warps), sub_cores);
}

GpuRules read_gpu(const std::string& file) {
  const description::Node tree = description::read_json(file);
  description::Object root(files::input_name(file), tree, "");
  GpuRules rules;
  rules.machine = false;
  rules.name = described_name(file);
  root.choice("schema", {kGpuSchema});
  rules.description = root.text("description");
  rules.devices = root.texts("devices");
  read_shared(root.object("shared"), rules);
  read_time(root.object("time"), rules);
  check_sources(root);
  root.finish();
  return rules;
}

}  // namespace superwarp::crosscheck
