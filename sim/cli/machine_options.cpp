// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/machine_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine_info.h"
#include "model/machine/nearest_name.h"
#include "model/machine/program.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/parameters.h"
#include "sim/cli/common_options.h"
#include "sim/cli/shift_list.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/command_words.h"
#include "sim/run/key_memory.h"

namespace superwarp::cli {
namespace {

using Group = model::ParameterGroup;

constexpr const char* kMachineGroup = "Machine";
constexpr const char* kEnginesGroup = "Engines";

/// The first kind of machine with this slot rule, and with an RPU if needed.
const MachineInfo& simplest_kind(const Machine& machine) {
  const SlotServes slot = machine_info(machine.kind).slot;
  const bool packs = machine.super_warp > 1 || machine.overlaps();
  const auto same = [&](const MachineInfo& info) { return info.slot == slot && (info.packs || !packs); };
  return *std::find_if(machines().begin(), machines().end(), same);
}

/// Calls `act` with usage errors for the model's.
template <class Act>
auto of_usage(Act act) {
  try {
    return act();
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

std::string machine_name(MachineKind kind) { return machine_info(kind).name; }

std::string schedule_name(Schedule schedule) { return schedule == Schedule::kRounds ? "rounds" : "async"; }

std::string banks_note(const Machine& machine) {
  const std::uint32_t banks = machine.whole_banks();
  return (banks == machine.width ? "" : ", " + draw::counted(banks, "bank")) +
         (machine.ports == 1 ? "" : fmt::format(", {} ports a bank", machine.ports)) +
         (machine.bank_words == 1 ? "" : fmt::format(", {} words a bank", machine.bank_words));
}

MachineOptions::MachineOptions() {
  for (const model::Parameter& row : model::parameters()) typed_[row.name];
}

void MachineOptions::clear() {
  auto typed = std::move(typed_);
  for (auto& [name, value] : typed) value.reset();
  *this = MachineOptions();
  typed_ = std::move(typed);
}

std::uint64_t MachineOptions::seed() const {
  return std::stoull((*this)["seed"].value_or(model::parameter("seed")->shown));
}

void MachineOptions::take(const std::string& spelling) {
  for (auto& [name, value] : of_usage([&] { return model::words_in(spelling); })) {
    std::vector<std::string> known;
    for (const auto& [other, typed] : typed_) known.push_back("--" + other);
    // --keys draws the seeds, the same for all.
    if (name == "seed" || typed_.count(name) == 0) {
      throw UsageError(
          fmt::format("'--{:.40}' is not expected here{} It takes a machine and the options of 'superwarp run' "
                      "that describe it",
                      name, name == "seed" ? "." : did_you_mean("--" + name, known)));
    }
    typed_[name] = value;
  }
}

/// Declares the parameters of one group.
void MachineOptions::add(App& command, Group group, const char* title) {
  for (const model::Parameter& row : model::parameters()) {
    if (row.group != group) continue;
    Option option = command.add_option("--" + row.name, typed_[row.name], row.help).group(title);
    if (row.number) option.type_name("UINT");
    if (!row.shown.empty()) option.default_str(row.shown);
  }
}

void MachineOptions::add_to(App& command) {
  add_machine_to(command);
  add_conditions_to(command);
  add_engines_to(command);
  const OptionGroup add{command, kEnginesGroup};
  add("waves", waves, "keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)");
}

void MachineOptions::add_machine_to(App& command) { add(command, Group::kMachine, kMachineGroup); }

void MachineOptions::add_hierarchy_to(App& command) {
  Option machine = command.get_option("--machine");
  machine.description(fmt::format("{}, {}", machine.get_description(), kHierarchical));
  add(command, Group::kHierarchy, kMachineGroup);
}

void MachineOptions::add_width_to(App& command, const char* group) { add(command, Group::kWidth, group); }

void MachineOptions::add_conditions_to(App& command) {
  const OptionGroup add_to{command, "Conditions"};
  add_width_to(command, add_to.name);
  add_to("blocks", blocks,
         fmt::format("B: thread blocks that are resident together, each with its own memory and "
                     "barriers, 1 to {}",
                     kMostBlocks))
      .capture_default_str();
  add(command, Group::kConditions, add_to.name);
  add(command, Group::kIssue, "Instructions (docs/spec/issue.md)");
}

void MachineOptions::add_engines_to(App& command) {
  const OptionGroup add{command, kEnginesGroup};
  add("engine", engines,
      fmt::format("rtl,model,closed: which engines run (default: {})", engines.empty() ? "all that apply" : engines));
  add_rtl(command, rtl_dir).group(kEnginesGroup);
  command.add_flag("--shallow", shallow, "run the form of the RTL that is meant for silicon").group(kEnginesGroup);
}

Machine MachineOptions::parse(std::optional<std::uint32_t> trace_width) const {
  static_cast<void>(parse_blocks());  // refuses before any input is read
  model::Words words;
  for (const auto& [name, value] : typed_) {
    // The rows depend on the program, and a file may have the shifts.
    if (value && name != "rows" && name != "shifts") words[name] = *value;
  }
  Machine machine = of_usage([&] { return model::machine_of(words, trace_width); });
  if (machine.hierarchy && blocks > 1) {
    throw UsageError(fmt::format("--blocks {}: a multiprocessor of the {} holds one block", blocks, kHierarchical));
  }
  if (const auto& shifts = (*this)["shifts"]) {
    if (const std::string fault = model::parameter("shifts")->lacks(machine, *shifts); !fault.empty())
      throw UsageError(fault);
    if (!shift_list_) shift_list_ = std::make_shared<ShiftList>(*shifts);
  }
  return machine;
}

Machine MachineOptions::parse_one_memory(std::optional<std::uint32_t> trace_width) const {
  Machine machine = parse(trace_width);
  if (machine.hierarchy) {
    throw UsageError(
        fmt::format("--machine {}: expected a machine of one memory here; 'superwarp run', 'replay', 'draw', "
                    "'compare' and 'sweep' take several",
                    kHierarchical));
  }
  return machine;
}

std::uint32_t MachineOptions::parse_blocks() const { return in_range("--blocks", blocks, 1, kMostBlocks); }

std::unique_ptr<const Program> MachineOptions::resident(std::unique_ptr<const Program> program,
                                                        const Machine& machine) const {
  const std::uint32_t count = parse_blocks();
  if (count == 1) return program;
  try {
    return std::make_unique<ResidentBlocks>(std::move(program), count, machine.super_warp, machine.banks);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--blocks {}: {}", count, error.what()));
  }
}

void MachineOptions::fit_memory(Machine& machine, std::uint64_t words) const {
  const std::uint32_t bank_count = machine.bank_count();
  const std::uint64_t needed = model::rows_covering(words, bank_count);
  const auto& typed = (*this)["rows"];
  const std::uint64_t rows = typed ? std::stoull(*typed) : needed;
  if (rows < needed) {
    throw UsageError(fmt::format("--rows {}: the largest address is {}, which needs {} of {} words", rows, words - 1,
                                 draw::counted(needed, "row"), bank_count));
  }
  if (typed && rows > kAddressLimit / bank_count) {
    throw UsageError(
        fmt::format("--rows {}: expected at most {}, addresses end below 2^31", rows, kAddressLimit / bank_count));
  }
  machine.rows = rows;
  evaluate::require_key_memory(machine, words);
  if (machine.regions.any()) {
    try {
      model::check_regions(machine);
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("--regions {}: {}", *(*this)["regions"], error.what()));
    }
  }
  machine.key.clear();
  if (!shift_list_) return model::fit(machine, words);
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

void MachineOptions::fit_memory(Machine& machine, std::uint64_t words, std::uint64_t global_words) const {
  if (!machine.hierarchy) return fit_memory(machine, words);
  // An unused memory also has one row.
  fit_memory(machine, std::max<std::uint64_t>(1, words));
  machine.hierarchy->rows = model::rows_covering(std::max<std::uint64_t>(1, global_words), machine.width);
}

evaluate::Engines MachineOptions::parse_engines(const Machine& machine) const {
  if (machine.hierarchy && !waves.empty())
    throw UsageError("--waves: a waveform is of one memory, the hmm has several");
  const std::optional<std::string> lacks = evaluate::rtl_lacks(machine);
  const std::set<std::string> names = chosen_engines(engines, {"rtl", "model", "closed"});
  const auto runs = [&](const char* engine) { return names.empty() || names.count(engine) > 0; };
  const evaluate::Engines chosen{names.empty() ? !lacks : runs("rtl"), runs("model"), runs("closed")};
  if (chosen.rtl && lacks) throw UsageError(fmt::format("--engine rtl: {}; use --engine model", *lacks));
  if (!chosen.rtl && !waves.empty()) {
    throw UsageError(
        fmt::format("--waves: waveforms come from the RTL, {}", lacks ? "and " + *lacks : "which --engine leaves out"));
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
  Machine unit = machine;
  const MachineInfo& kind = simplest_kind(machine);
  unit.kind = kind.kind;
  unit.hierarchy.reset();
  unit.issue.reset();
  unit.schedule = Schedule::kRounds;
  unit.latency = Machine().latency;
  unit.seed = Machine().seed;
  unit.key.clear();
  const std::string in_rtl = model::mapping_info(machine.mapping).rtl;
  if (kind.unified())
    unit.mapping = kind.mapping;
  else if (!in_rtl.empty())
    unit.mapping = in_rtl;
  if (unit.regions.any()) {
    unit.regions.on.assign(unit.regions.on.size(), true);
    unit.regions.table.assign(unit.regions.table.size(), {});
    unit.regions.off = model::mapping_info(unit.regions.off).rtl;
    if (!unit.regions.is_table()) unit.regions.rows = region_rows(machine);
  }
  return fmt::format("--machine {}{}", model::text_of(unit),
                     rtl_dir.empty() ? "" : " --rtl " + files::quoted(rtl_dir.string()));
}

}  // namespace superwarp::cli
