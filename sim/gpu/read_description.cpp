// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "model/machine/log2.h"
#include "sim/description/data_files.h"
#include "sim/description/node.h"
#include "sim/description/object.h"
#include "sim/files/input_file.h"
#include "sim/gpu/description.h"

namespace superwarp::gpu {
using description::Object;
namespace {

constexpr const char* kSchema = "superwarp.gpu/2";
constexpr std::uint32_t kMostBanks = 64;

std::uint32_t power_of_two(Object& object, const std::string& key, std::uint32_t least, std::uint32_t most) {
  const auto value = static_cast<std::uint32_t>(object.natural(key, least, most));
  if (!is_power_of_two(value)) object.refuse(key, fmt::format("is {}, expected a power of two", value));
  return value;
}

Evidence read_evidence(Object& rule) {
  Evidence evidence;
  const std::string word = rule.choice("evidence", {"pinned", "one datum", "reported", "assumed"});
  for (const Status status : {Status::kPinned, Status::kOneDatum, Status::kReported, Status::kAssumed}) {
    if (name_of(status) == word) evidence.status = status;
  }
  evidence.source = rule.text("source");
  return evidence;
}

/// A rule with one value: {"value": .., "evidence": .., "source": ..}.
template <class Read>
auto read_rule(Object& parent, const char* key, Description& gpu, Read read) {
  Object rule = parent.object(key);
  const auto value = read(rule);
  gpu.rules.push_back({key, fmt::format("{}", value), read_evidence(rule)});
  rule.finish();
  return value;
}

void read_memory(Object object, Description& gpu) {
  gpu.banks = read_rule(object, "banks", gpu, [](Object& rule) { return power_of_two(rule, "value", 2, kMostBanks); });
  Object word = object.object("word");
  gpu.bank_bytes = power_of_two(word, "bank_bytes", 4, 8);
  gpu.interleave = power_of_two(word, "interleave", 4, 8);
  if (gpu.interleave > gpu.bank_bytes) {
    word.refuse("interleave", fmt::format("is {}, expected at most bank_bytes, {}", gpu.interleave, gpu.bank_bytes));
  }
  gpu.rules.push_back(
      {"word",
       fmt::format("{} bytes of a bank in a slot, {} successive ones in a bank", gpu.bank_bytes, gpu.interleave),
       read_evidence(word)});
  word.finish();
  gpu.merges_every_word = read_rule(object, "merge", gpu, [](Object& rule) {
                            return rule.choice("value", {"every-word", "one-word"});
                          }) == "every-word";
  if (object.has("block_kib")) {
    gpu.block_kib = read_rule(object, "block_kib", gpu,
                              [](Object& rule) { return static_cast<std::uint32_t>(rule.natural("value", 1, 1024)); });
  }
  object.finish();
}

/// Lanes "0-3 20-23" in their order.
std::vector<std::uint32_t> lanes_in(const Object& rule, const std::string& text, std::uint32_t wave) {
  std::vector<std::uint32_t> lanes;
  std::istringstream in(text);
  for (std::string range; in >> range;) {
    const std::size_t dash = range.find('-');
    const std::string first = range.substr(0, dash);
    const std::string last = dash == std::string::npos ? first : range.substr(dash + 1);
    const auto number = [&](const std::string& digits) -> std::uint32_t {
      const bool whole =
          !digits.empty() && digits.size() < 4 && digits.find_first_not_of("0123456789") == std::string::npos;
      const std::uint32_t lane = whole ? static_cast<std::uint32_t>(std::stoul(digits)) : wave;
      if (lane >= wave) {
        rule.refuse("groups", fmt::format("has '{:.20}', expected lanes from 0 to {}, as in "
                                          "'0-3 20-23'",
                                          range, wave - 1));
      }
      return lane;
    };
    for (std::uint32_t lane = number(first), end = number(last); lane <= end; ++lane) lanes.push_back(lane);
  }
  return lanes;
}

std::vector<std::vector<std::uint32_t>> read_groups(Object& rule, std::uint32_t wave) {
  std::vector<std::vector<std::uint32_t>> groups;
  if (rule.has("groups")) {
    if (rule.has("lanes")) rule.refuse("lanes", "and groups: expected one of them");
    for (const std::string& text : rule.texts("groups")) groups.push_back(lanes_in(rule, text, wave));
  } else {
    groups = in_order(wave, power_of_two(rule, "lanes", 1, wave));
  }
  std::vector<std::uint32_t> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> every(wave);
  std::iota(every.begin(), every.end(), 0U);
  if (all != every) {
    rule.refuse("groups", fmt::format("leaves out a lane or has one twice, expected each of 0 to "
                                      "{} once",
                                      wave - 1));
  }
  return groups;
}

std::vector<Join> read_joins(Object& rule, std::size_t groups, std::uint32_t wave) {
  std::vector<Join> joins;
  if (!rule.has("joins")) return joins;
  if (groups % 2 != 0) rule.refuse("joins", fmt::format("needs pairs of phases, but there is {}", groups));
  for (Object& object : rule.objects("joins")) {
    Join join;
    join.lanes = static_cast<std::uint32_t>(object.natural("lanes", 1, wave - 1));
    join.evidence = read_evidence(object);
    object.finish();
    joins.push_back(join);
  }
  return joins;
}

std::vector<Operation> read_operations(Object& rule) {
  std::vector<Operation> operations;
  const std::vector<std::string>& known = operation_names();
  for (const std::string& name : rule.texts("operations")) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) {
      rule.refuse("operations", fmt::format("has '{:.40}', expected some of {}", name, fmt::join(known, ", ")));
    }
    operations.push_back(static_cast<Operation>(at - known.begin()));
  }
  return operations;
}

std::vector<std::uint32_t> read_bits(Object& rule) {
  std::vector<std::uint32_t> all;
  for (const std::uint64_t bits : rule.naturals("bits", 8, 128)) {
    if (!is_power_of_two(static_cast<std::uint32_t>(bits)))
      rule.refuse("bits", fmt::format("has {}, expected 8, 16, 32, 64 or 128", bits));
    all.push_back(static_cast<std::uint32_t>(bits));
  }
  return all;
}

std::vector<Op> read_steps(Object& rule, const std::vector<Operation>& operations) {
  if (!std::all_of(operations.begin(), operations.end(), is_atomic) || !rule.has("steps")) return {};
  std::vector<Op> steps;
  for (const std::string& step : rule.texts("steps")) {
    if (step != "read" && step != "write")
      rule.refuse("steps", fmt::format("has '{:.40}', expected read and write", step));
    steps.push_back(step == "read" ? Op::kRead : Op::kWrite);
  }
  return steps;
}

PhaseRule read_phases(Object& object, const Description& gpu) {
  PhaseRule rule;
  rule.operations = read_operations(object);
  rule.bits = read_bits(object);
  rule.groups = read_groups(object, gpu.wave);
  rule.banks = object.has("banks") ? power_of_two(object, "banks", 2, kMostBanks) : gpu.banks;
  rule.joins = read_joins(object, rule.groups.size(), gpu.wave);
  if (object.has("same_address"))
    rule.one_by_one = object.choice("same_address", {"together", "one-by-one"}) == "one-by-one";
  if (object.has("words")) rule.words_apart = object.choice("words", {"together", "one-by-one"}) == "one-by-one";
  rule.idle_costs = object.has("idle_costs") && object.flag("idle_costs");
  rule.steps = read_steps(object, rule.operations);
  rule.evidence = read_evidence(object);
  object.finish();
  return rule;
}

void check_once(const Object& object, const PhaseRule& rule, const Description& gpu) {
  for (const Operation operation : rule.operations) {
    for (const std::uint32_t bits : rule.bits) {
      if (gpu.rule(operation, bits) != nullptr) {
        object.refuse("", fmt::format("describes {} of {} bits, which an earlier item does", name_of(operation), bits));
      }
    }
  }
}

/// "2 phases of 16 lanes, the first of 0-3 20-23, ..".
std::string shown(const PhaseRule& rule, const Description& gpu) {
  const std::size_t phases = rule.groups.size();
  std::string text = fmt::format("{} phase{} of {} lanes", phases, phases == 1 ? "" : "s", rule.groups.front().size());
  if (rule.groups != in_order(gpu.wave, static_cast<std::uint32_t>(rule.groups.front().size()))) text += " (groups)";
  if (rule.banks != gpu.banks) text += fmt::format(" on {} banks", rule.banks);
  if (rule.one_by_one) text += ", lanes of one address take turns";
  if (rule.words_apart) text += ", word by word";
  if (rule.idle_costs) text += ", an idle one costs a slot";
  if (!rule.steps.empty()) text += fmt::format(", {} steps each", rule.steps.size());
  return text;
}

void name_rules(const PhaseRule& rule, Description& gpu) {
  std::vector<std::string> operations;
  for (const Operation operation : rule.operations) operations.push_back(name_of(operation));
  const std::string name = fmt::format("{} of {} bits", fmt::join(operations, ", "), fmt::join(rule.bits, ", "));
  gpu.rules.push_back({name, shown(rule, gpu), rule.evidence});
  for (const Join& join : rule.joins) {
    gpu.rules.push_back(
        {name, fmt::format("phases join where lanes n and n ^ {} share an address", join.lanes), join.evidence});
  }
}

void read_time(Object object, Description& gpu) {
  constexpr double kShortest = 1e-3;
  const auto cycles = [](Object& rule) { return rule.number("value", kShortest); };
  gpu.sub_cores = read_rule(object, "sub_cores", gpu,
                            [](Object& rule) { return static_cast<std::uint32_t>(rule.natural("value", 1, 32)); });
  gpu.slot_cycles_sub_core = read_rule(object, "slot_cycles_sub_core", gpu, cycles);
  gpu.slot_cycles_sm = read_rule(object, "slot_cycles_sm", gpu, cycles);
  if (gpu.slot_cycles_sm > gpu.slot_cycles_sub_core)
    object.refuse("slot_cycles_sm", "is more than slot_cycles_sub_core, expected at most that");
  const auto optional = [&](const char* name, double& value) {
    if (object.has(name)) value = read_rule(object, name, gpu, cycles);
  };
  optional("slot_cycles_warp", gpu.slot_cycles_warp);
  optional("access_cycles_sub_core", gpu.access_cycles_sub_core);
  optional("access_cycles_warp", gpu.access_cycles_warp);
  optional("write_cycles_sub_core", gpu.write_cycles_sub_core);
  optional("write_word_cycles_sub_core", gpu.write_word_cycles_sub_core);
  optional("read_phase_cycles", gpu.read_phase_cycles);
  gpu.writes_wait = read_rule(object, "writes_wait", gpu, [](Object& rule) { return rule.flag("value"); });
  if (object.has("latency")) {
    Object latency = object.object("latency");
    gpu.latency_low = latency.number("low", 0);
    gpu.latency_high = latency.number("high", *gpu.latency_low);
    gpu.rules.push_back(
        {"latency", fmt::format("{} to {} cycles", *gpu.latency_low, *gpu.latency_high), read_evidence(latency)});
    latency.finish();
  }
  object.finish();
}

}  // namespace

Description description_in(Object root, const std::string& name) {
  Description gpu;
  gpu.machine = false;
  gpu.phases.clear();
  gpu.name = name;
  root.choice("schema", {kSchema});
  gpu.description = root.text("description");
  gpu.devices = root.texts("devices");
  gpu.wave = power_of_two(root, "wave", 16, 64);
  read_memory(root.object("memory"), gpu);
  for (Object& object : root.objects("phases")) {
    PhaseRule rule = read_phases(object, gpu);
    check_once(object, rule, gpu);
    name_rules(rule, gpu);
    gpu.phases.push_back(std::move(rule));
  }
  read_time(root.object("time"), gpu);
  if (root.has("lacks")) gpu.lacks = root.texts("lacks");
  root.finish();
  return gpu;
}

Description read_description(const std::string& file) {
  const description::Node tree = description::read_json(file);
  return description_in(Object(files::input_name(file), tree, ""), description::described_name(file));
}

}  // namespace superwarp::gpu
