#include <nlohmann/json.hpp>

#include "sim/crosscheck/measurement.h"
#include "sim/crosscheck/measurement_names.h"

namespace superwarp::crosscheck {
namespace {

using Json = nlohmann::ordered_json;

template <class Names, class Value>
std::string name_in(const Names& names, Value value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return "?";
}

template <class Value>
void add_if(Json& json, const char* key, const std::optional<Value>& value) {
  if (value) json[key] = *value;
}

void add_if(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}

Json access_json(const Access& access) {
  Json json = {{"kind", name_of(access.kind)}};
  const std::string parameter = parameter_name(access.kind);
  if (!parameter.empty()) {
    json[parameter] = access.parameter;
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
  if (p.access.kind != AccessKind::kWorkload) {
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
  add_if(json, "note", p.note);
  return json;
}

}  // namespace

std::string name_of(GpuMemory memory) { return name_in(kMemoryNames, memory); }
std::string name_of(AccessOp op) { return name_in(kOpNames, op); }
std::string name_of(Quantity quantity) { return name_in(kQuantityNames, quantity); }
std::string name_of(AccessKind kind) { return name_in(kAccessNames, kind); }

std::string parameter_name(AccessKind kind) {
  switch (kind) {
    case AccessKind::kConflict:
      return "degree";
    case AccessKind::kMerge:
      return "sharers";
    case AccessKind::kStride:
      return "stride";
    default:
      return "";
  }
}

std::string measurement_text(const Measurement& m) {
  Json json = {{"schema", kMeasurementSchema},
               {"kind", m.published ? "published" : "measured"},
               {"source", m.source}};
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
  // One pattern a line: files of many patterns stay readable and can be compared line by line.
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
