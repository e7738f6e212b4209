// SPDX-License-Identifier: Apache-2.0
#include "sim/playground/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "language/machine_info.h"
#include "language/nearest_name.h"
#include "language/rpu_info.h"
#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"

namespace superwarp::playground {
namespace {

constexpr std::uint32_t kMostBanks = 128;  // of the RTL, and of a warp in a trace
constexpr std::uint32_t kMostStages = 1024;
constexpr std::uint32_t kMostPacked = 16;

template <class Infos>
const auto& known(const char* what, const std::string& name, const Infos& infos) {
  const auto found = std::find_if(infos.begin(), infos.end(),
                                  [&name](const auto& info) { return info.name == name; });
  if (found != infos.end()) return *found;
  throw std::invalid_argument(
      fmt::format("{}: unknown '{}'{}", what, name, did_you_mean(name, names_of(infos))));
}

std::uint32_t number(description::Object& form, const std::string& key, const std::string& option,
                     std::uint64_t least, std::uint64_t most, std::uint64_t otherwise) {
  const std::uint64_t value =
      form.natural_or(key, 0, std::numeric_limits<std::uint64_t>::max(), otherwise);
  if (value < least || value > most) {
    throw std::invalid_argument(
        fmt::format("{} {}: expected {} to {}", option, value, least, most));
  }
  return static_cast<std::uint32_t>(value);
}

void read_rpu(description::Object& form, Machine& machine) {
  const RpuInfo& rpu = known("--rpu", form.text_or("rpu", rpus().front().name), rpus());
  machine.rpu = rpu.rpu;
  machine.streaming = rpu_defaults(rpu.rpu);
  for (const RpuOption& option : rpu.options) {
    if (!form.has(option.name)) continue;
    const std::string typed = "--" + option.name;
    option.set(machine.streaming,
               option.choices.empty()
                   ? number(form, option.name, typed, option.least, option.most, option.by_default)
                   : known(typed.c_str(), form.text(option.name), option.choices).value);
  }
}

}  // namespace

Machine read_machine(description::Object form, std::uint32_t lanes) {
  Machine machine;
  const MachineInfo& info = known("--machine", form.text_or("machine", "dmm"), machines());
  machine.kind = info.kind;
  machine.width = number(form, "width", "--width", 1, kMostBanks, lanes);
  machine.latency = number(form, "latency", "--latency", 1, kMostStages, Machine().latency);
  machine.super_warp = number(form, "super_warp", "--super-warp", 1, kMostPacked, 1);
  read_rpu(form, machine);
  machine.mapping = form.text_or("mapping", info.mapping);
  model::mapping_info(machine.mapping);  // refuses unknown names
  if (info.unified() && machine.mapping != "identity") {
    throw std::invalid_argument(
        fmt::format("--mapping {}: a slot of the {} serves a whole row, whatever bank its words "
                    "are in; expected identity",
                    machine.mapping, info.name));
  }
  machine.schedule = form.has("schedule") && form.choice("schedule", {"rounds", "async"}) == "async"
                         ? Schedule::kAsync
                         : Schedule::kRounds;
  machine.seed = form.natural_or("seed", 0, std::numeric_limits<std::uint64_t>::max(), 1);
  form.finish();
  model::check_machine(machine);
  return machine;
}

Json choices() {
  Json all;
  for (const MachineInfo& info : machines()) {
    all["machines"].push_back({{"name", info.name},
                               {"description", info.description},
                               {"packs", info.packs},
                               {"streams", info.streams()},
                               {"maps", !info.unified()},
                               {"mapping", info.mapping}});
  }
  for (const RpuInfo& rpu : rpus()) {
    Json options = Json::array();
    for (const RpuOption& option : rpu.options) {
      Json one = {{"name", option.name}, {"description", option.description}};
      if (option.choices.empty()) {
        one.update({{"least", option.least}, {"most", option.most}, {"value", option.by_default}});
      } else {
        one["choices"] = names_of(option.choices);
      }
      options.push_back(std::move(one));
    }
    all["rpus"].push_back({{"name", rpu.name},
                           {"description", rpu.description},
                           {"overlaps", rpu.overlaps},
                           {"options", std::move(options)}});
  }
  for (const model::MappingInfo& mapping : model::mappings()) {
    all["mappings"].push_back({{"name", mapping.name},
                               {"description", mapping.description},
                               {"random", mapping.key != model::KeyKind::kNone}});
  }
  return all;
}

std::string options_of(const Machine& machine, std::uint32_t lanes) {
  const MachineInfo& info = machine_info(machine.kind);
  std::string text = "--machine " + info.name;
  if (info.packs && !machine.overlaps())
    text += fmt::format(" --super-warp {}", machine.super_warp);
  if (machine.rpu != Rpu::kBatch) {
    const RpuInfo& rpu = rpu_info(machine.rpu);
    const Streaming usual = rpu_defaults(machine.rpu);
    text += " --rpu " + rpu.name;
    for (const RpuOption& option : rpu.options) {
      if (option.value(machine.streaming) != option.value(usual))
        text += fmt::format(" --{} {}", option.name, typed(option, machine.streaming));
    }
  }
  if (machine.mapping != info.mapping) text += " --mapping " + machine.mapping;
  if (machine.width != lanes) text += fmt::format(" --width {}", machine.width);
  text += fmt::format(" --latency {}", machine.latency);
  if (machine.schedule == Schedule::kAsync) text += " --schedule async";
  const bool random = model::mapping_info(machine.mapping).key != model::KeyKind::kNone;
  if (random && machine.seed != Machine().seed) text += fmt::format(" --seed {}", machine.seed);
  return text;
}

}  // namespace superwarp::playground
