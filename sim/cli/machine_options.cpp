#include "sim/cli/machine_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "sim/cli/names.h"
#include "sim/cli/usage_error.h"
#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"
#include "sim/model/random.h"

namespace superwarp {
namespace {

std::vector<std::string> machine_names() {
  std::vector<std::string> names;
  for (const MachineInfo& machine : machines()) names.push_back(machine.name);
  return names;
}

std::vector<std::string> mapping_names() {
  std::vector<std::string> names;
  for (const MappingInfo& mapping : mappings()) names.push_back(mapping.name);
  return names;
}

std::uint32_t in_range(const char* option, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  if (value < least || value > most) {
    throw UsageError(fmt::format("{} {}: expected a number from {} to {}", option, value, least, most));
  }
  return static_cast<std::uint32_t>(value);
}

/// "0,0,2" or the name of a file with one shift a line or several, separated by blanks or commas.
std::vector<std::uint32_t> parse_shifts(const std::string& text) {
  const bool list = text.find_first_not_of("0123456789,") == std::string::npos;
  std::string content = text;
  std::string where = "--shifts";
  if (!list) {
    std::ifstream in(text);
    std::ostringstream all;
    if (in) all << in.rdbuf();
    if (!in) throw UsageError(fmt::format("{}: cannot read the shifts of --shifts", text));
    content = all.str();
    where = text;
  }
  std::vector<std::uint32_t> shifts;
  std::istringstream lines(content);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.size() > 6 || word.find_first_not_of("0123456789") != std::string::npos) {
        throw UsageError(fmt::format("{}:{}: '{:.20}' is no shift, expected a number below the width", where,
                                     number, word));
      }
      shifts.push_back(static_cast<std::uint32_t>(std::stoul(word)));
    }
  }
  if (shifts.empty()) throw UsageError(fmt::format("{}: no shifts, expected one per row", where));
  return shifts;
}

}  // namespace

const std::vector<MachineInfo>& machines() {
  static const std::vector<MachineInfo> all = {
      {MachineKind::kDmm, "dmm", "Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank"},
      {MachineKind::kUmm, "umm", "Unified Memory Machine: a slot takes one row (address group) of all banks"},
      {MachineKind::kSdmm, "sdmm", "Super DMM: the RPU packs the requests of --super-warp warps"},
      {MachineKind::kRsdmm, "rsdmm", "Random SDMM: row j is rotated by a random shift r_j, then packed"},
  };
  return all;
}

std::string machine_name(MachineKind kind) {
  for (const MachineInfo& machine : machines()) {
    if (machine.kind == kind) return machine.name;
  }
  return "?";
}

std::string schedule_name(Schedule schedule) { return schedule == Schedule::kRounds ? "rounds" : "async"; }

void MachineOptions::add_to(CLI::App& command) {
  const std::string group = "Machine";
  command.add_option("--machine", machine, "dmm, umm, sdmm or rsdmm")->capture_default_str()->group(group);
  command.add_option("--width", width, "w: banks, threads of a warp; a power of two (default 32, or the trace's)")
      ->group(group);
  command.add_option("--latency", latency, "l: stages of the memory pipeline, 1 to 1024")
      ->capture_default_str()
      ->group(group);
  command.add_option("--super-warp", super_warp, "s: warps of a super warp, 1 to 16 (sdmm, rsdmm; default 1)")
      ->group(group);
  command.add_option("--mapping", mapping, "how addresses are spread over the banks, see 'superwarp list'")
      ->group(group);
  command.add_option("--shifts", shifts, "shifts r_j of the rows: a file, or r0,r1,... (default: from --seed)")
      ->group(group);
  command.add_option("--schedule", schedule, "rounds or async")->capture_default_str()->group(group);
  command.add_option("--rows", rows, "words in each bank (default: what the addresses need)")->group(group);
  command.add_option("--seed", seed, "of everything random; the same seed, the same run")
      ->capture_default_str()
      ->group(group);
  command.add_option("--engine", engines, "rtl,model,closed: which engines run (default: all that apply)")
      ->group(group);
  command.add_option("--waves", waves, "keep the RTL's waveform in this .fst file")->group(group);
  command.add_option("--rtl", rtl_dir, "folder of SystemVerilog to run instead of the project's rtl/")
      ->group(group);
  command.add_flag("--shallow", shallow, "run the RTL with the slot selection that is meant for silicon")
      ->group(group);
}

Machine MachineOptions::parse(std::uint32_t default_width) const {
  Machine result;
  const std::string known = known_name("machine", machine, machine_names());
  result.kind = std::find_if(machines().begin(), machines().end(),
                             [&](const MachineInfo& m) { return m.name == known; })
                    ->kind;
  result.schedule = known_name("schedule", schedule, {"rounds", "async"}) == "rounds" ? Schedule::kRounds
                                                                                      : Schedule::kAsync;
  result.width = in_range("--width", width.value_or(default_width), 2, 1U << 16U);
  if ((result.width & (result.width - 1)) != 0) {
    throw UsageError(fmt::format("--width {}: expected a power of two, 2 to 128 on the RTL", result.width));
  }
  result.latency = in_range("--latency", latency, 1, kMaxLatency);
  const bool packs = result.kind == MachineKind::kSdmm || result.kind == MachineKind::kRsdmm;
  if (super_warp && !packs) {
    throw UsageError(fmt::format("--super-warp: the {} has no super warps; the sdmm and the rsdmm have", known));
  }
  result.super_warp = in_range("--super-warp", super_warp.value_or(1), 1, 16);
  result.mapping = mapping ? known_name("mapping", *mapping, mapping_names())
                           : (result.kind == MachineKind::kRsdmm ? "random-shift" : "identity");
  if (!shifts.empty()) {
    if (result.mapping != "random-shift") {
      throw UsageError(fmt::format("--shifts: the mapping {} has no shifts; random-shift has (--machine rsdmm)",
                                   result.mapping));
    }
    result.shifts = parse_shifts(shifts);
  }
  result.seed = seed;
  return result;
}

void MachineOptions::fit_memory(Machine& machine, std::uint64_t words) const {
  machine.rows = rows_covering(words, machine.width);
  if (rows) {
    if (*rows < machine.rows) {
      throw UsageError(fmt::format("--rows {}: the largest address is {}, which needs {} rows of {} words", *rows,
                                   words - 1, machine.rows, machine.width));
    }
    if (*rows > kAddressLimit / machine.width) {
      throw UsageError(fmt::format("--rows {}: expected at most {}, addresses end below 2^31", *rows,
                                   kAddressLimit / machine.width));
    }
    machine.rows = *rows;
  }
  if (machine.mapping != "random-shift") return;
  if (shifts.empty()) machine.shifts = random_shifts(machine.seed, machine.rows, machine.width);
  if (machine.shifts.size() < machine.rows) {
    throw UsageError(fmt::format("--shifts: {} given, expected one for each of the {} rows", machine.shifts.size(),
                                 machine.rows));
  }
  for (const std::uint32_t shift : machine.shifts) {
    if (shift >= machine.width) {
      throw UsageError(fmt::format("--shifts: {} is not below the width {}", shift, machine.width));
    }
  }
}

Engines MachineOptions::parse_engines(const Machine& machine) const {
  const std::optional<std::string> lacks = rtl_lacks(machine);
  if (engines.empty()) return {!lacks, true, true};
  Engines chosen{false, false, false};
  std::istringstream list(engines);
  for (std::string name; std::getline(list, name, ',');) {
    const std::string known = known_name("engine", name, {"rtl", "model", "closed"});
    chosen.rtl |= known == "rtl";
    chosen.model |= known == "model";
    chosen.closed |= known == "closed";
  }
  if (chosen.rtl && lacks) throw UsageError(fmt::format("--engine rtl: {}; use --engine model", *lacks));
  return chosen;
}

RtlConfig MachineOptions::rtl_config() const {
  RtlConfig config;
  config.shallow = shallow;
  config.rtl_dir = rtl_dir;
  return config;
}

}  // namespace superwarp
