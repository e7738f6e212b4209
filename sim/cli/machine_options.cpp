// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/machine_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/bank_ports.h"
#include "model/machine/lane_places.h"
#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/resident_blocks.h"
#include "model/machine/route.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "sim/cli/common_options.h"
#include "sim/cli/shift_list.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/command_words.h"
#include "sim/run/key_memory.h"

namespace superwarp::cli {
namespace {

std::string all_machines() { return fmt::format("{}", fmt::join(names_of(machines()), ", ")); }

std::string machines_that_pack() {
  return names_with(machines(), std::mem_fn(&MachineInfo::packs));
}

constexpr std::uint32_t kMostBanks = 1U << 16U;  // and threads of a warp
constexpr const char* kMachineGroup = "Machine";
constexpr const char* kEnginesGroup = "Engines";

/// The first kind of machine with this slot rule, and with an RPU if needed.
const MachineInfo& simplest_kind(const Machine& machine) {
  const SlotServes slot = machine_info(machine.kind).slot;
  const bool packs = machine.super_warp > 1 || machine.overlaps();
  const auto same = [&](const MachineInfo& info) {
    return info.slot == slot && (info.packs || !packs);
  };
  return *std::find_if(machines().begin(), machines().end(), same);
}

}  // namespace

std::string machine_name(MachineKind kind) { return machine_info(kind).name; }

std::string schedule_name(Schedule schedule) {
  return schedule == Schedule::kRounds ? "rounds" : "async";
}

std::string banks_note(const Machine& machine) {
  const std::uint32_t banks = machine.whole_banks();
  return (banks == machine.width ? "" : ", " + draw::counted(banks, "bank")) +
         (machine.ports == 1 ? "" : fmt::format(", {} ports a bank", machine.ports)) +
         (machine.bank_words == 1 ? "" : fmt::format(", {} words a bank", machine.bank_words));
}

void MachineOptions::add_to(CLI::App& command) {
  add_machine_to(command);
  add_conditions_to(command);
  add_engines_to(command);
  const OptionGroup add{command, kEnginesGroup};
  add("waves", waves,
      "keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)");
}

void MachineOptions::add_machine_to(CLI::App& command) {
  const OptionGroup add{command, kMachineGroup};
  add("machine", machine, all_machines())->capture_default_str();
  add("super-warp", super_warp,
      fmt::format("s: warps of a super warp, 1 to 16 ({}; rsdmm: default 1)",
                  machines_that_pack()));
  rpu.add_to(add);
  add("mapping", mapping,
      "how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: "
      "random-shift)");
  regions.add_to(add);
  add("ports", ports,
      fmt::format("P: ports of a bank, 1 to {}: different words that it serves in a time unit (RPU "
                  "batch)",
                  kMostPorts))
      ->capture_default_str();
  add("bank-words", bank_words,
      "words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping "
      "identity)")
      ->capture_default_str();
}

void MachineOptions::add_hierarchy_to(CLI::App& command) {
  command.get_option("--machine")
      ->description(fmt::format("{}, {}", all_machines(), kHierarchical));
  const OptionGroup add{command, kMachineGroup};
  add("multiprocessors", multiprocessors,
      fmt::format("d: multiprocessors, 1 to {} (hmm; default {})", kMostMultiprocessors,
                  kUsualMultiprocessors));
  add("shared", shared,
      fmt::format("machine of the shared memories: {} (hmm; default dmm); all machine options "
                  "except the latency apply to it",
                  all_machines()));
  add("shared-latency", shared_latency,
      "l': stages of a shared memory's pipeline, 1 to 1024 (hmm; default 1)");
}

void MachineOptions::add_width_to(CLI::App& command, const char* group) {
  const OptionGroup add{command, group};
  add("width", width,
      "w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)");
  add("banks", banks, "b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)");
}

void MachineOptions::add_conditions_to(CLI::App& command) {
  const OptionGroup add{command, "Conditions"};
  add_width_to(command, add.name);
  add("latency", latency, "l: stages of the memory pipeline, 1 to 1024")->capture_default_str();
  add("blocks", blocks,
      fmt::format("B: thread blocks that are resident together, each with its own memory and "
                  "barriers, 1 to {}",
                  kMostBlocks))
      ->capture_default_str();
  add("schedule", schedule, "rounds or async")->capture_default_str();
  issue.add_to(command);
  add("rows", rows, "words in each bank (default: what the addresses need)");
  add_seed(command, seed)->group(add.name);
  add("shifts", shifts,
      "shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from "
      "--seed)");
}

void MachineOptions::add_engines_to(CLI::App& command) {
  const OptionGroup add{command, kEnginesGroup};
  add("engine", engines,
      fmt::format("rtl,model,closed: which engines run (default: {})",
                  engines.empty() ? "all that apply" : engines));
  add_rtl(command, rtl_dir)->group(kEnginesGroup);
  command.add_flag("--shallow", shallow, "run the form of the RTL that is meant for silicon")
      ->group(kEnginesGroup);
}

/// Throws UsageError if `machine` is an RPU, which a machine has.
void MachineOptions::refuse_rpu_as_machine() const {
  const std::vector<std::string> names = names_of(rpus());
  if (std::find(names.begin(), names.end(), machine) == names.end()) return;
  throw UsageError(
      fmt::format("--machine {0}: {0} is an RPU; use --machine rsdmm --rpu {0} ({1} have RPUs)",
                  machine, names_with(machines(), std::mem_fn(&MachineInfo::streams))));
}

Machine MachineOptions::parse(std::optional<std::uint32_t> trace_width) const {
  Machine result;
  std::vector<std::string> names = names_of(machines());
  names.emplace_back(kHierarchical);
  refuse_rpu_as_machine();
  const bool hierarchical = known_name("machine", machine, names) == kHierarchical;
  const std::string known =
      hierarchical ? known_name("shared memory", shared.value_or("dmm"), names_of(machines()))
                   : machine;
  result.kind = named(machines(), known).kind;
  result.schedule = known_name("schedule", schedule, {"rounds", "async"}) == "rounds"
                        ? Schedule::kRounds
                        : Schedule::kAsync;
  const MachineInfo& info = machine_info(result.kind);
  result.width =
      in_range("--width", width.value_or(trace_width.value_or(info.width)), 1, kMostBanks);
  result.banks = in_range("--banks", banks.value_or(result.width), 1, kMostBanks);
  if (hierarchical && result.banks != result.width) {
    throw UsageError(fmt::format(
        "--banks {}: a memory of the hmm has as many banks as a warp has threads; use a machine of "
        "one memory",
        result.banks));
  }
  static_cast<void>(parse_blocks());  // refuses before any input is read
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
  issue.parse(result);
  rpu.parse(result);
  if (super_warp && result.overlaps()) {
    throw UsageError(fmt::format(
        "--super-warp: the RPU {} takes single warps; --depth D stores as many requests as a super "
        "warp of D warps; leave --super-warp out",
        rpu_info(result.rpu).name));
  }
  if (super_warp && !info.packs) {
    throw UsageError(fmt::format("--super-warp: the {} has no super warps; {} have", known,
                                 machines_that_pack()));
  }
  // With one warp a dispatch these are the dmm and the umm.
  if (result.rpu == Rpu::kSerial && super_warp.value_or(1) < 2) {
    throw UsageError(
        "--rpu serial: it packs super warps of 2 to 16 warps, expected --super-warp S; one warp at "
        "a time is --rpu batch");
  }
  if (!super_warp && info.packs && info.mapping == "identity" && !result.overlaps()) {
    throw UsageError(
        fmt::format("--machine {}: expected --super-warp S too, the warps that its RPU packs, 1 to "
                    "16; with 1 it is the {}",
                    known, info.unified() ? "umm" : "dmm"));
  }
  result.super_warp = in_range("--super-warp", super_warp.value_or(1), 1, 16);
  result.ports = in_range("--ports", ports, 1, kMostPorts);
  result.bank_words = in_range("--bank-words", bank_words, 1, kMostBankWords);
  result.banks *= result.bank_words;
  result.mapping = mapping ? known_mapping(*mapping) : info.mapping;
  require_banks(result.mapping, result.banks);
  if (info.unified() && result.mapping != "identity") {
    throw UsageError(fmt::format(
        "--mapping {}: a slot of the {} serves a whole row, whatever bank its words are in; "
        "{} have mappings",
        result.mapping, known,
        names_with(machines(), std::not_fn(std::mem_fn(&MachineInfo::unified)))));
  }
  for (const std::string& fault : {route_fault(result, "--"), lane_places_fault(result, "--"),
                                   ports_fault(result, "--"), bank_words_fault(result, "--")}) {
    if (!fault.empty()) throw UsageError(fault);
  }
  regions.parse(result);
  if (!shifts.empty()) {
    const auto has_shifts = [](const model::MappingInfo& info) {
      return info.key == model::KeyKind::kRows;
    };
    if (!has_shifts(model::mapping_info(result.mapping))) {
      throw UsageError(fmt::format("--shifts: the mapping {} has no shifts; {} have",
                                   result.mapping, names_with(model::mappings(), has_shifts)));
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

/// Makes `machine` the shared memory of several multiprocessors. --latency is the global memory's.
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

std::uint32_t MachineOptions::parse_blocks() const {
  return in_range("--blocks", blocks, 1, kMostBlocks);
}

std::unique_ptr<const Program> MachineOptions::resident(std::unique_ptr<const Program> program,
                                                        const Machine& machine) const {
  const std::uint32_t count = parse_blocks();
  if (count == 1) return program;
  try {
    return std::make_unique<ResidentBlocks>(std::move(program), count, machine.super_warp,
                                            machine.banks);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--blocks {}: {}", count, error.what()));
  }
}

void MachineOptions::fit_memory(Machine& machine, std::uint64_t words) const {
  const std::uint32_t bank_count = machine.bank_count();
  const std::uint64_t needed = model::rows_covering(words, bank_count);
  if (rows && *rows < needed) {
    throw UsageError(fmt::format("--rows {}: the largest address is {}, which needs {} of {} words",
                                 *rows, words - 1, draw::counted(needed, "row"), bank_count));
  }
  if (rows && *rows > kAddressLimit / bank_count) {
    throw UsageError(fmt::format("--rows {}: expected at most {}, addresses end below 2^31", *rows,
                                 kAddressLimit / bank_count));
  }
  machine.rows = rows.value_or(needed);
  evaluate::require_key_memory(machine, words);
  regions.check(machine);
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
  // An unused memory also has one row.
  fit_memory(machine, std::max<std::uint64_t>(1, words));
  machine.hierarchy->rows =
      model::rows_covering(std::max<std::uint64_t>(1, global_words), machine.width);
}

evaluate::Engines MachineOptions::parse_engines(const Machine& machine) const {
  if (machine.hierarchy && !waves.empty())
    throw UsageError("--waves: a waveform is of one memory, the hmm has several");
  const std::optional<std::string> lacks = evaluate::rtl_lacks(machine);
  const std::set<std::string> names = chosen_engines(engines, {"rtl", "model", "closed"});
  const auto runs = [&](const char* engine) { return names.empty() || names.count(engine) > 0; };
  const evaluate::Engines chosen{names.empty() ? !lacks : runs("rtl"), runs("model"),
                                 runs("closed")};
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

std::string unit_options(const Machine& machine, const std::filesystem::path& rtl_dir) {
  const MachineInfo& kind = simplest_kind(machine);
  files::OptionWords options = {{"machine", kind.name}, {"width", std::to_string(machine.width)}};
  if (machine.whole_banks() != machine.width)
    options.push_back({"banks", std::to_string(machine.whole_banks())});
  if (machine.rpu != Rpu::kBatch) {
    options.push_back({"rpu", rpu_info(machine.rpu).name});
    for (const RpuOption& option : stated_options(machine.rpu, machine.streaming))
      options.push_back({option.name, typed(option, machine.streaming)});
  }
  if (route_stages(machine) > 0)
    options.push_back({"route", std::to_string(route_stages(machine))});
  if (machine.super_warp > 1) options.push_back({"super-warp", std::to_string(machine.super_warp)});
  if (machine.ports > 1) options.push_back({"ports", std::to_string(machine.ports)});
  if (machine.bank_words > 1) options.push_back({"bank-words", std::to_string(machine.bank_words)});
  if (!kind.unified()) {
    const std::string in_rtl = model::mapping_info(machine.mapping).rtl;
    options.push_back({"mapping", in_rtl.empty() ? machine.mapping : in_rtl});
    if (machine.regions.any()) {
      const bool table = machine.regions.is_table();
      Regions elaborated = machine.regions;
      elaborated.on.assign(elaborated.on.size(), true);
      elaborated.table.assign(elaborated.table.size(), {});
      elaborated.off = model::mapping_info(elaborated.off).rtl;
      options.push_back({"regions", text_of(elaborated)});
      if (!table) options.push_back({"region-rows", std::to_string(region_rows(machine))});
    }
  }
  options.push_back({"rows", std::to_string(machine.rows)});
  if (!rtl_dir.empty()) options.push_back({"rtl", rtl_dir.string()});
  return files::options_of(options);
}

}  // namespace superwarp::cli
