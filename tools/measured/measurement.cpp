// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "model/machine/log2.h"
#include "model/machine/nearest_name.h"
#include "model/reference/mapping.h"
#include "sim/description/data_files.h"
#include "sim/description/node.h"
#include "sim/description/object.h"
#include "sim/files/input_file.h"
#include "sim/permutation/named_permutations.h"
#include "sim/workload/workload.h"

namespace superwarp::crosscheck {
using description::Object;
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMeasurementSchema = "superwarp.measurement/1";

// Indexed by the enumerations.
constexpr std::array kMemoryNames = {"shared", "global", "constant", "texture"};
constexpr std::array kOpNames = {"read", "write", "write-read"};
constexpr std::array kQuantityNames = {"time", "throughput", "slots", "counter"};
constexpr std::array kAccessNames = {"conflict", "merge", "stride", "uniform", "workload", "lanes"};
constexpr std::array kParameterNames = {"degree", "sharers", "stride", "", "", ""};

/// Limit of a pattern's memory in words: far above any shared memory, yet it fits any host.
constexpr std::uint64_t kLargestSide = 1U << 12U;
constexpr std::uint64_t kLargestMemory = kLargestSide * kLargestSide;

template <class Enumeration, class Names>
void choose(Object& object, const std::string& key, const Names& names, Enumeration& chosen) {
  const std::string word = object.choice(key, {names.begin(), names.end()});
  chosen = static_cast<Enumeration>(std::find(names.begin(), names.end(), word) - names.begin());
}

/// Workloads on matrices have a side as their size.
std::uint64_t largest_size(const std::string& workload) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    if (info.name == workload && info.matrix) return kLargestSide;
  }
  return kLargestMemory;
}

/// One of `infos` by its name; `otherwise` where `key` is missing.
template <class Infos>
std::string named_or(Object& object, const std::string& key, const Infos& infos, const std::string& otherwise) {
  return object.has(key) ? object.choice(key, names_of(infos)) : otherwise;
}

/// A mapping may have numbers: "swizzle:3,4,3".
std::string mapping_or(Object& object, const std::string& otherwise) {
  if (!object.has("mapping")) return otherwise;
  const std::string name = object.text("mapping");
  if (name.find(':') == std::string::npos) return object.choice("mapping", names_of(model::mappings()));
  try {
    return model::mapping_info(name).name;
  } catch (const std::invalid_argument& error) {
    object.refuse("mapping", fmt::format("is '{:.40}', {}", name, error.what()));
  }
}

CountedAccess read_lanes(Object object) {
  constexpr std::uint64_t kMostAddress = (1U << 24U) - 1;
  constexpr std::size_t kMostLanes = 64;
  CountedAccess counted;
  const std::vector<std::string>& operations = gpu::operation_names();
  const std::string operation = object.choice("op", operations);
  counted.access.operation =
      static_cast<gpu::Operation>(std::find(operations.begin(), operations.end(), operation) - operations.begin());
  counted.access.bytes = static_cast<std::uint32_t>(object.natural("bytes", 1, 16));
  if (!is_power_of_two(counted.access.bytes))
    object.refuse("bytes", fmt::format("is {}, expected 1, 2, 4, 8 or 16", counted.access.bytes));
  counted.count = object.natural_or("count", 1, 1U << 30U, 1);
  if (object.has("result")) {
    if (!gpu::is_atomic(counted.access.operation)) object.refuse("result", "goes with op 'atomic' and 'count' only");
    counted.drops_result = object.choice("result", {"used", "dropped"}) == "dropped";
  }
  counted.access.address = object.naturals("addresses", 0, kMostAddress, gpu::kIdle);
  if (counted.access.address.size() > kMostLanes) {
    object.refuse("addresses",
                  fmt::format("has {} lanes, expected at most {}", counted.access.address.size(), kMostLanes));
  }
  for (const std::uint64_t address : counted.access.address) {
    if (address != gpu::kIdle && address % counted.access.bytes != 0) {
      object.refuse("addresses", fmt::format("has {}, expected a multiple of {} bytes", address, counted.access.bytes));
    }
  }
  object.finish();
  return counted;
}

Access read_access(Object object, std::uint32_t bits) {
  constexpr std::uint64_t kLargestSeed = ~std::uint64_t{0};
  Access access;
  choose(object, "kind", kAccessNames, access.kind);
  const std::string parameter = parameter_name(access.kind);
  if (!parameter.empty()) {
    const std::uint64_t most = access.kind == AccessKind::kStride ? 65536 : kWarpThreads;
    access.parameter = static_cast<std::uint32_t>(object.natural(parameter, 1, most));
  } else if (access.kind == AccessKind::kLanes) {
    for (Object& lanes : object.objects("accesses")) access.lanes.push_back(read_lanes(lanes));
  } else if (access.kind == AccessKind::kUniform) {
    access.words = object.natural("words", bits / 32, kLargestMemory);
    if (access.words % (bits / 32) != 0)
      object.refuse("words", fmt::format("is {}, expected whole elements of {} bits", access.words, bits));
    access.sets = static_cast<std::uint32_t>(object.natural_or("sets", 1, 1000000, 1));
    access.seed = object.natural_or("seed", 0, kLargestSeed, 1);
  } else {
    access.workload = object.choice("name", names_of(workload::workloads()));
    access.size = object.natural("size", 1, largest_size(access.workload));
    access.seed = object.natural_or("seed", 0, kLargestSeed, 1);
    access.mapping = mapping_or(object, "identity");
    access.permutation = named_or(object, "permutation", permutation::named_permutations(), "");
  }
  object.finish();
  return access;
}

std::string read_unit(Object& object, Quantity quantity) {
  if (quantity == Quantity::kSlots) return object.choice("unit", {"slots"});
  if (quantity == Quantity::kCounter)
    return object.choice("unit", {"wavefronts", "conflicts", "any conflict", "percent"});
  if (quantity == Quantity::kTime) return object.choice("unit", {"cycles", "ns", "us", "ms"});
  return object.choice("unit", {"cycles", "ns", "us", "ms", "accesses/cycle"});
}

Pattern read_pattern(Object& object, bool published) {
  Pattern p;
  p.id = object.text("id");
  choose(object, "memory", kMemoryNames, p.memory);
  const std::uint64_t bits = object.natural_or("bits", 32, 128, 32);
  if (bits != 32 && bits != 64 && bits != 128)
    object.refuse("bits", fmt::format("is {}, expected 32, 64 or 128", bits));
  p.bits = static_cast<std::uint32_t>(bits);
  p.warps = static_cast<std::uint32_t>(object.natural("warps", 1, 32));
  if (object.has("sub_cores")) p.sub_cores = static_cast<std::uint32_t>(object.natural("sub_cores", 1, p.warps));
  p.access = read_access(object.object("access"), p.bits);
  const bool own = p.access.kind == AccessKind::kWorkload || p.access.kind == AccessKind::kLanes;
  if (!own) {
    choose(object, "op", kOpNames, p.op);
  } else if (object.has("op") || object.has("bits")) {
    object.refuse(object.has("op") ? "op" : "bits",
                  fmt::format("does not go with {}, which have their own accesses", name_of(p.access.kind)));
  }
  for (const CountedAccess& lanes : p.access.lanes)
    p.bits = std::max(&lanes == p.access.lanes.data() ? 0 : p.bits, lanes.access.bytes * 8);
  choose(object, "quantity", kQuantityNames, p.quantity);
  if (p.quantity == Quantity::kTime && p.access.kind == AccessKind::kLanes)
    object.refuse("quantity", "is 'time', expected throughput, slots or counter with lanes");
  if (p.quantity == Quantity::kCounter && p.access.kind != AccessKind::kLanes)
    object.refuse("quantity", "is 'counter', which goes with lanes only");
  if (p.quantity == Quantity::kThroughput && p.op == AccessOp::kWriteRead)
    object.refuse("quantity", "is 'throughput', but a read that waits for a write has a time only");
  p.unit = read_unit(object, p.quantity);
  constexpr double kSmallest = 1e-12;  // costs are divided by
  p.value = object.number("value", p.quantity == Quantity::kCounter ? 0 : kSmallest);
  p.low = object.number_if("low", 0);
  p.high = object.number_if("high", 0);
  if (object.has("repetitions")) p.repetitions = object.natural("repetitions", 1, 1U << 30U);
  p.bound = object.text_or("bound", "");
  p.explained = object.text_or("explained", "");
  p.note = object.text_or("note", "");
  const bool counted = published ? object.has("correct") : true;
  if (counted && !object.flag("correct"))
    object.refuse("correct", "is false: the GPU's words were wrong, expected a right result");
  object.finish();
  return p;
}

MeasuredDevice read_device(Object object, bool published) {
  MeasuredDevice device;
  device.name = object.text("name");
  const auto text = [&](const char* key) { return published ? object.text_or(key, "") : object.text(key); };
  const auto number = [&](const char* key) -> std::optional<double> {
    return published ? object.number_if(key, 0) : object.number(key, 0);
  };
  device.compute_capability = text("compute_capability");
  if (!published || object.has("multiprocessors")) device.multiprocessors = object.natural("multiprocessors", 1, 65536);
  device.clock_mhz = number("clock_mhz");
  device.memory_clock_mhz = number("memory_clock_mhz");
  device.driver = text("driver");
  device.cuda = text("cuda");
  object.finish();
  return device;
}

template <class Names, class Enumeration>
std::string name_in(const Names& names, Enumeration value) {
  return names[static_cast<std::size_t>(value)];
}

template <class Value>
void add_if(Json& json, const char* key, const std::optional<Value>& value) {
  if (value) json[key] = *value;
}

void add_if(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}

Json lanes_json(const CountedAccess& lanes) {
  Json addresses = Json::array();
  for (const std::uint64_t address : lanes.access.address)
    addresses.push_back(address == gpu::kIdle ? Json(nullptr) : Json(address));
  Json json = {{"op", gpu::name_of(lanes.access.operation)},
               {"bytes", lanes.access.bytes},
               {"count", lanes.count},
               {"addresses", addresses}};
  if (lanes.drops_result) json["result"] = "dropped";
  return json;
}

Json access_json(const Access& access) {
  Json json = {{"kind", name_of(access.kind)}};
  const std::string parameter = parameter_name(access.kind);
  if (!parameter.empty()) {
    json[parameter] = access.parameter;
  } else if (access.kind == AccessKind::kLanes) {
    json["accesses"] = Json::array();
    for (const CountedAccess& lanes : access.lanes) json["accesses"].push_back(lanes_json(lanes));
  } else if (access.kind == AccessKind::kUniform) {
    json["words"] = access.words;
    json["sets"] = access.sets;
    json["seed"] = access.seed;
  } else {
    json["name"] = access.workload;
    json["size"] = access.size;
    json["seed"] = access.seed;
    json["mapping"] = access.mapping;
    add_if(json, "permutation", access.permutation);
  }
  return json;
}

Json pattern_json(const Pattern& p, bool published) {
  Json json = {{"id", p.id}, {"memory", name_of(p.memory)}};
  if (p.access.kind != AccessKind::kWorkload && p.access.kind != AccessKind::kLanes) {
    json["op"] = name_of(p.op);
    json["bits"] = p.bits;
  }
  json["warps"] = p.warps;
  add_if(json, "sub_cores", p.sub_cores);
  json["access"] = access_json(p.access);
  json["quantity"] = name_of(p.quantity);
  json["unit"] = p.unit;
  json["value"] = p.value;
  add_if(json, "low", p.low);
  add_if(json, "high", p.high);
  add_if(json, "repetitions", p.repetitions);
  if (!published) json["correct"] = true;
  add_if(json, "bound", p.bound);
  add_if(json, "explained", p.explained);
  add_if(json, "note", p.note);
  return json;
}

}  // namespace

std::string name_of(GpuMemory memory) { return name_in(kMemoryNames, memory); }
std::string name_of(AccessOp op) { return name_in(kOpNames, op); }
std::string name_of(Quantity quantity) { return name_in(kQuantityNames, quantity); }
std::string name_of(AccessKind kind) { return name_in(kAccessNames, kind); }
std::string parameter_name(AccessKind kind) { return name_in(kParameterNames, kind); }

Measurement read_measurement(const std::string& file) {
  const description::Node tree = description::read_json(file);
  Measurement m;
  m.file = files::input_name(file);
  m.name = description::described_name(file);
  Object root(m.file, tree, "");
  root.choice("schema", {kMeasurementSchema});
  m.published = root.choice("kind", {"published", "measured"}) == "published";
  m.source = root.text("source");
  m.date = m.published ? root.text_or("date", "") : root.text("date");
  m.device = read_device(root.object("device"), m.published);
  if (root.has("gpu")) m.gpu = root.choice("gpu", description::gpu_names());
  m.notes = root.text_or("notes", "");
  std::set<std::string> ids;
  for (Object& pattern : root.objects("patterns")) {
    m.patterns.push_back(read_pattern(pattern, m.published));
    if (!ids.insert(m.patterns.back().id).second)
      pattern.refuse("id", fmt::format("'{}' is taken by an earlier pattern", m.patterns.back().id));
  }
  root.finish();
  return m;
}

std::string measurement_text(const Measurement& m) {
  Json json = {{"schema", kMeasurementSchema}, {"kind", m.published ? "published" : "measured"}, {"source", m.source}};
  add_if(json, "date", m.date);
  Json device = {{"name", m.device.name}};
  add_if(device, "compute_capability", m.device.compute_capability);
  add_if(device, "multiprocessors", m.device.multiprocessors);
  add_if(device, "clock_mhz", m.device.clock_mhz);
  add_if(device, "memory_clock_mhz", m.device.memory_clock_mhz);
  add_if(device, "driver", m.device.driver);
  add_if(device, "cuda", m.device.cuda);
  json["device"] = device;
  add_if(json, "gpu", m.gpu);
  add_if(json, "notes", m.notes);
  // One pattern a line keeps long files readable and easy to diff.
  std::string text = json.dump(2);
  text.replace(text.rfind("\n}"), 2, ",\n  \"patterns\": [");
  const char* separator = "\n    ";
  for (const Pattern& pattern : m.patterns) {
    text += separator + pattern_json(pattern, m.published).dump();
    separator = ",\n    ";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace superwarp::crosscheck
