// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/machine_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "language/log2.h"
#include "language/machine_info.h"
#include "language/nearest_name.h"
#include "language/resident_blocks.h"
#include "language/rpu_info.h"
#include "sim/cli/common_options.h"
#include "sim/cli/names.h"
#include "sim/cli/shift_list.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"

namespace superwarp::cli {
namespace {

/// "sdmm, rsdmm": the machines that have something.
template <class Has>
std::string machines_with(Has has) {
  std::vector<std::string> names;
  for (const MachineInfo& machine : machines()) {
    if (has(machine)) names.push_back(machine.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string machines_that_pack() {
  return machines_with([](const MachineInfo& machine) { return machine.packs; });
}

std::string machines_that_stream() {
  return machines_with([](const MachineInfo& machine) { return machine.streams(); });
}

/// "stream or pipelined": the RPUs that have the option `name`.
std::string having(const std::string& name) {
  return fmt::format("{}", fmt::join(rpus_with(name), " or "));
}

/// What --help says of an option of RPUs.
std::string help_of(const std::string& name) {
  std::vector<std::string> words;
  const RpuOption* any = nullptr;
  for (const RpuInfo& info : rpus()) {
    const RpuOption* const option = info.option(name);
    if (option == nullptr) continue;
    any = option;
    words.push_back(
        fmt::format("{} (--rpu {})", fmt::join(names_of(option->choices), " or "), info.name));
  }
  if (!any->choices.empty()) {
    return fmt::format("{}, the first unless given: {}", any->description, fmt::join(words, ", "));
  }
  return fmt::format("{}, {} to {} (--rpu {}; default {})", any->description, any->least, any->most,
                     having(name), any->by_default);
}

/// Options of RPUs are numbers or words on all of them.
bool is_number(const std::string& name) {
  const auto has = [&](const RpuInfo& info) { return info.option(name) != nullptr; };
  return std::find_if(rpus().begin(), rpus().end(), has)->option(name)->choices.empty();
}

std::string mappings_with_shifts() {
  std::string names;
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.key == model::KeyKind::kRows) names += (names.empty() ? "" : ", ") + mapping.name;
  }
  return names;
}

std::uint32_t in_range(const std::string& option, std::uint64_t value, std::uint64_t least,
                       std::uint64_t most) {
  if (value < least || value > most) {
    throw UsageError(
        fmt::format("{} {}: expected a number from {} to {}", option, value, least, most));
  }
  return static_cast<std::uint32_t>(value);
}

constexpr std::uint32_t kMostBlocks = 64;
constexpr std::uint32_t kUsualMultiprocessors = 4;
constexpr const char* kEnginesGroup = "Engines";

}  // namespace

std::string machine_name(MachineKind kind) { return machine_info(kind).name; }

std::string schedule_name(Schedule schedule) {
  return schedule == Schedule::kRounds ? "rounds" : "async";
}

void MachineOptions::add_to(CLI::App& command) {
  add_machine_to(command);
  add_conditions_to(command);
  add_engines_to(command);
  command
      .add_option(
          "--waves", waves,
          "keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)")
      ->group(kEnginesGroup);
}

void MachineOptions::add_machine_to(CLI::App& command) {
  const std::string group = "Machine";
  command.add_option("--machine", machine, machines_with([](const MachineInfo&) { return true; }))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--super-warp", super_warp,
                  fmt::format("s: warps of a super warp, 1 to 16 ({}; rsdmm: default 1)",
                              machines_that_pack()))
      ->group(group);
  command
      .add_option(
          "--rpu", rpu,
          fmt::format("what packs requests: {} ({}; default {})", fmt::join(names_of(rpus()), ", "),
                      machines_that_stream(), rpus().front().name))
      ->group(group);
  for (const std::string& name : superwarp::rpu_option_names()) {
    RpuOptionGiven& given = rpu_options[name];
    CLI::Option* const option = is_number(name)
                                    ? command.add_option("--" + name, given.number, help_of(name))
                                    : command.add_option("--" + name, given.choice, help_of(name));
    option->group(group);
  }
  command
      .add_option("--mapping", mapping,
                  "how addresses are spread over the banks, see 'superwarp list' (default "
                  "identity; rsdmm: random-shift)")
      ->group(group);
}

void MachineOptions::add_hierarchy_to(CLI::App& command) {
  const std::string group = "Machine";
  command.get_option("--machine")
      ->description(fmt::format("{}, {}", machines_with([](const MachineInfo&) { return true; }),
                                kHierarchical));
  command
      .add_option("--multiprocessors", multiprocessors,
                  fmt::format("d: multiprocessors, 1 to {} (hmm; default {})", kMostMultiprocessors,
                              kUsualMultiprocessors))
      ->group(group);
  command
      .add_option(
          "--shared", shared,
          fmt::format("what their shared memories are: {} (hmm; default dmm); the options of "
                      "a machine, but for the latency, are theirs",
                      machines_with([](const MachineInfo&) { return true; })))
      ->group(group);
  command
      .add_option("--shared-latency", shared_latency,
                  "l': stages of a shared memory's pipeline, 1 to 1024 (hmm; default 1)")
      ->group(group);
}

CLI::Option* MachineOptions::add_width_to(CLI::App& command) {
  return command.add_option(
      "--width", width,
      "w: banks, threads of a warp; a power of two (default 32, gt200 16, or the trace's)");
}

void MachineOptions::add_conditions_to(CLI::App& command) {
  const std::string group = "Conditions";
  add_width_to(command)->group(group);
  command.add_option("--latency", latency, "l: stages of the memory pipeline, 1 to 1024")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--blocks", blocks,
                  fmt::format("B: thread blocks that are resident together, each with a memory and "
                              "barriers of its own, 1 to {}",
                              kMostBlocks))
      ->capture_default_str()
      ->group(group);
  command.add_option("--schedule", schedule, "rounds or async")
      ->capture_default_str()
      ->group(group);
  command.add_option("--rows", rows, "words in each bank (default: what the addresses need)")
      ->group(group);
  add_seed(command, seed)->group(group);
  command
      .add_option("--shifts", shifts,
                  "shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... "
                  "(default: from --seed)")
      ->group(group);
}

void MachineOptions::add_engines_to(CLI::App& command) {
  const char* const group = kEnginesGroup;
  command
      .add_option("--engine", engines,
                  fmt::format("rtl,model,closed: which engines run (default: {})",
                              engines.empty() ? "all that apply" : engines))
      ->group(group);
  add_rtl(command, rtl_dir)->group(group);
  command
      .add_flag("--shallow", shallow,
                "run the RTL with the slot selection that is meant for silicon")
      ->group(group);
}

Machine MachineOptions::parse(std::optional<std::uint32_t> trace_width) const {
  Machine result;
  std::vector<std::string> names = names_of(machines());
  names.emplace_back(kHierarchical);
  const bool hierarchical = known_name("machine", machine, names) == kHierarchical;
  const std::string known =
      hierarchical ? known_name("shared memory", shared.value_or("dmm"), names_of(machines()))
                   : machine;
  result.kind = std::find_if(machines().begin(), machines().end(), [&](const MachineInfo& m) {
                  return m.name == known;
                })->kind;
  result.schedule = known_name("schedule", schedule, {"rounds", "async"}) == "rounds"
                        ? Schedule::kRounds
                        : Schedule::kAsync;
  const MachineInfo& info = machine_info(result.kind);
  result.width =
      in_range("--width", width.value_or(trace_width.value_or(info.width)), 2, 1U << 16U);
  if (!is_power_of_two(result.width)) {
    throw UsageError(
        fmt::format("--width {}: expected a power of two, 2 to 128 on the RTL", result.width));
  }
  static_cast<void>(parse_blocks());  // refuses before anything is read
  result.latency = in_range("--latency", latency, 1, sysc::kMaxLatency);
  if (hierarchical) {
    parse_hierarchy(result);
  } else if (multiprocessors || shared || shared_latency) {
    throw UsageError(fmt::format("{}: the {} is one memory, expected --machine {}",
                                 multiprocessors ? "--multiprocessors"
                                 : shared        ? "--shared"
                                                 : "--shared-latency",
                                 known, kHierarchical));
  }
  parse_rpu(result);
  if (super_warp && !info.packs) {
    throw UsageError(fmt::format("--super-warp: the {} has no super warps; {} have", known,
                                 machines_that_pack()));
  }
  // Of one warp a dispatch these are the dmm and the umm; the rsdmm is a machine of its own then.
  if (!super_warp && info.packs && info.mapping == "identity" && !result.overlaps()) {
    throw UsageError(
        fmt::format("--machine {}: expected --super-warp S too, the warps that its RPU packs, 1 to "
                    "16; with 1 it is the {}",
                    known, info.unified() ? "umm" : "dmm"));
  }
  result.super_warp = in_range("--super-warp", super_warp.value_or(1), 1, 16);
  result.mapping =
      mapping ? known_name("mapping", *mapping, names_of(model::mappings())) : info.mapping;
  if (info.unified() && result.mapping != "identity") {
    throw UsageError(fmt::format(
        "--mapping {}: a slot of the {} serves a whole row, whatever bank its words are in; "
        "{} have mappings",
        result.mapping, known,
        machines_with([](const MachineInfo& machine) { return !machine.unified(); })));
  }
  if (!shifts.empty()) {
    if (model::mapping_info(result.mapping).key != model::KeyKind::kRows) {
      throw UsageError(fmt::format("--shifts: the mapping {} has no shifts; {} have",
                                   result.mapping, mappings_with_shifts()));
    }
    if (!shift_list_) shift_list_ = std::make_shared<ShiftList>(shifts);
  }
  result.seed = seed;
  return result;
}

Machine MachineOptions::parse_one_memory(std::optional<std::uint32_t> trace_width) const {
  Machine machine = parse(trace_width);
  if (machine.hierarchy) {
    throw UsageError(fmt::format(
        "--machine {}: expected a machine of one memory here; 'superwarp run', 'replay', 'draw', "
        "'compare' and 'sweep' take several",
        kHierarchical));
  }
  return machine;
}

/// How many multiprocessors have the machine as a shared memory. The latency given is the global
/// memory's.
void MachineOptions::parse_hierarchy(Machine& machine) const {
  if (parse_blocks() > 1) {
    throw UsageError(fmt::format("--blocks {}: a multiprocessor of the {} holds one block", blocks,
                                 kHierarchical));
  }
  machine.hierarchy =
      Hierarchy{in_range("--multiprocessors", multiprocessors.value_or(kUsualMultiprocessors), 1,
                         kMostMultiprocessors),
                machine.latency};
  machine.latency = in_range("--shared-latency", shared_latency.value_or(1), 1, sysc::kMaxLatency);
}

/// Which RPU, and its parameters where warps overlap.
void MachineOptions::parse_rpu(Machine& machine) const {
  const MachineInfo& info = machine_info(machine.kind);
  if (rpu) {
    const std::string known = known_name("rpu", *rpu, names_of(rpus()));
    if (!info.streams()) {
      throw UsageError(fmt::format("--rpu {}: the {} has no choice of RPUs; {} have", known,
                                   info.name, machines_that_stream()));
    }
    machine.rpu = std::find_if(rpus().begin(), rpus().end(), [&](const RpuInfo& one) {
                    return one.name == known;
                  })->rpu;
  }
  const RpuInfo& known = rpu_info(machine.rpu);
  for (const auto& [name, given] : rpu_options) {
    if ((given.number || given.choice) && known.option(name) == nullptr) {
      throw UsageError(fmt::format("--{}: the RPU {} has none, expected --rpu {}{}", name,
                                   known.name, having(name), rpu ? "" : " too"));
    }
  }
  if (!known.overlaps) return;
  if (super_warp) {
    throw UsageError(fmt::format(
        "--super-warp: the RPU {} takes single warps; what it stores is --depth D, D times the "
        "width as a super warp of D warps; leave --super-warp out",
        known.name));
  }
  machine.streaming = rpu_defaults(machine.rpu);
  for (const RpuOption& option : known.options) {
    const auto given = rpu_options.find(option.name);
    if (given == rpu_options.end()) continue;
    if (given->second.number) {
      option.set(machine.streaming,
                 in_range("--" + option.name, *given->second.number, option.least, option.most));
    } else if (given->second.choice) {
      const std::string word =
          known_name(option.name, *given->second.choice, names_of(option.choices));
      option.set(machine.streaming, option.named(word)->value);
    }
  }
}

std::uint32_t MachineOptions::parse_blocks() const {
  return in_range("--blocks", blocks, 1, kMostBlocks);
}

std::unique_ptr<const Program> MachineOptions::resident(std::unique_ptr<const Program> program,
                                                        const Machine& machine) const {
  const std::uint32_t count = parse_blocks();
  if (count == 1) return program;
  try {
    return std::make_unique<ResidentBlocks>(std::move(program), count, machine.super_warp);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--blocks {}: {}", count, error.what()));
  }
}

void MachineOptions::fit_memory(Machine& machine, std::uint64_t words) const {
  const std::uint64_t needed = model::rows_covering(words, machine.width);
  if (rows && *rows < needed) {
    throw UsageError(fmt::format("--rows {}: the largest address is {}, which needs {} of {} words",
                                 *rows, words - 1, draw::counted(needed, "row"), machine.width));
  }
  if (rows && *rows > kAddressLimit / machine.width) {
    throw UsageError(fmt::format("--rows {}: expected at most {}, addresses end below 2^31", *rows,
                                 kAddressLimit / machine.width));
  }
  machine.rows = rows.value_or(needed);
  if (shifts.empty()) {
    machine.key.clear();
    model::fit(machine, words);
    return;
  }
  machine.key = shift_list_->first(machine.rows);
  try {
    model::make_mapping(machine);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--shifts: {}", error.what()));
  }
}

void MachineOptions::fit_memory(Machine& machine, const Program& program) const {
  fit_memory(machine, program.words(), program.global() ? program.global()->words() : 0);
}

void MachineOptions::fit_memory(Machine& machine, std::uint64_t words,
                                std::uint64_t global_words) const {
  if (!machine.hierarchy) return fit_memory(machine, words);
  // A memory that nobody uses has a row, too.
  fit_memory(machine, std::max<std::uint64_t>(1, words));
  machine.hierarchy->rows =
      model::rows_covering(std::max<std::uint64_t>(1, global_words), machine.width);
}

evaluate::Engines MachineOptions::parse_engines(const Machine& machine) const {
  if (machine.hierarchy && !waves.empty())
    throw UsageError("--waves: a waveform is of one memory, the hmm has several");
  const std::optional<std::string> lacks = evaluate::rtl_lacks(machine);
  evaluate::Engines chosen{engines.empty() && !lacks, engines.empty(), engines.empty()};
  std::istringstream list(engines);
  for (std::string name; std::getline(list, name, ',');) {
    const std::string known = known_name("engine", name, {"rtl", "model", "closed"});
    chosen.rtl |= known == "rtl";
    chosen.model |= known == "model";
    chosen.closed |= known == "closed";
  }
  if (chosen.rtl && lacks)
    throw UsageError(fmt::format("--engine rtl: {}; use --engine model", *lacks));
  if (!chosen.rtl && !waves.empty()) {
    throw UsageError(fmt::format("--waves: waveforms come from the RTL, {}",
                                 lacks ? "and " + *lacks : "which --engine leaves out"));
  }
  if (!chosen.rtl && (!rtl_dir.empty() || shallow)) {
    throw UsageError(fmt::format("{}: {}", shallow ? "--shallow" : "--rtl",
                                 lacks ? *lacks : "the RTL does not run, --engine leaves it out"));
  }
  return chosen;
}

sysc::RtlConfig MachineOptions::rtl_config() const {
  sysc::RtlConfig config;
  config.shallow = shallow;
  config.rtl_dir = rtl_dir;
  return config;
}

}  // namespace superwarp::cli
