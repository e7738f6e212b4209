// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/project_dir.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/parameters.h"
#include "sysc/command.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

/// Bits of the number of a bank or, with several, of its port; at least one.
std::uint32_t bank_bits(const Machine& machine) { return std::max<std::uint32_t>(1, ceil_log2(machine.port_count())); }

using Parameters = std::vector<std::string>;

/// Bits of an address lane: one more than a location has.
std::string address_width(const Machine& machine) {
  return fmt::format("AddrWidth={}", bank_bits(machine) + std::max<std::uint32_t>(1, ceil_log2(machine.rows)) + 1);
}

/// Adds what the machine in the RTL has.
void add(Parameters& parameters, const Machine& machine, std::initializer_list<const char*> names) {
  const RtlParameters all = model::rtl_parameters(machine);
  for (const char* const name : names) parameters.push_back(fmt::format("{}={}", name, all.at(name)));
}

Part rsu_of(const Design& design) {
  const Machine& machine = design.machine;
  const int hold = machine.overlaps() ? 0 : machine.rpu == Rpu::kSerial ? 2 : 1;
  Parameters parameters = {fmt::format("Mapping=\"{}\"", machine.mapping),
                           fmt::format("Width={}", machine.bank_count()),
                           fmt::format("NumRequests={}", machine.lanes() / machine.warps_in_turn()),
                           fmt::format("NumRows={}", machine.rows),
                           address_width(machine),
                           fmt::format("Hold={}", hold),
                           fmt::format("Ports={}", design.sram_tables ? 2 : 1)};
  add(parameters, machine, {"Regions", "RegionRows", "OffMapping"});
  return {"rsu", "rsu", parameters, {}};
}

Parameters lanes_of(const Design& design) {
  const Machine& machine = design.machine;
  return {fmt::format("Width={}", machine.width), address_width(machine), fmt::format("DataWidth={}", design.data_bits),
          fmt::format("TagWidth={}", kTagBits), fmt::format("NumBanks={}", machine.bank_count())};
}

/// What memory_machine.sv gives the module of the RPU beside the lanes.
Parameters rpu_parameters_of(const Machine& machine) {
  Parameters parameters;
  for (const auto& [name, value] : rpu_parameters(machine.rpu, machine.streaming))
    parameters.push_back(name + "=" + value);
  if (!machine.overlaps()) add(parameters, machine, {"SuperWarp"});
  if (machine.rpu == Rpu::kBatch) add(parameters, machine, {"SlotRule", "Ports", "Words"});
  parameters.emplace_back("Shallow=1");
  return parameters;
}

Part lane_memory_of(const Design& design) {
  const Machine& machine = design.machine;
  const std::uint32_t banks = machine.bank_count();
  Parameters parameters = {fmt::format("NumLanes={}", machine.width),
                           fmt::format("NumBanks={}", banks),
                           fmt::format("NumRows={}", machine.rows),
                           fmt::format("DataWidth={}", design.data_bits),
                           fmt::format("AddrWidth={}", ceil_log2(std::uint64_t{banks} * machine.rows)),
                           fmt::format("TagWidth={}", kTagBits)};
  parameters.insert(parameters.end(), design.lane_memory->begin(), design.lane_memory->end());
  return {kLaneMemory, kLaneMemory, parameters, {}};
}

/// The files in `rtl_dir` and its folders, by the name of what is in each, that of `module` too.
std::map<std::string, fs::path> files_with(const std::string& module, const fs::path& rtl_dir) {
  std::map<std::string, fs::path> files;
  if (fs::is_directory(rtl_dir)) {
    for (const auto& entry : fs::recursive_directory_iterator(rtl_dir)) {
      if (entry.path().extension() == ".sv") files.emplace(entry.path().stem(), entry.path());
    }
  }
  if (files.count(module) == 0)
    throw std::runtime_error(fmt::format("{}: no {}.sv in this folder", rtl_dir.string(), module));
  return files;
}

/// The module can be a part.
bool is_unit(const std::string& module) { return module == "rsu" || module.rfind("rpu_", 0) == 0; }

}  // namespace

bool has_table(const Machine& machine) { return machine.mapping == "random-shift" || machine.mapping == "random-xor"; }

Part frame_of(const Design& design) {
  if (design.lane_memory) return lane_memory_of(design);
  const Machine& machine = design.machine;
  if (design.sram_tables && (!has_table(machine) || machine.rpu != Rpu::kBatch || design.flat))
    throw std::invalid_argument("SRAMs for a table, expected one, of a batch, and parts");
  if (machine.hierarchy) throw std::invalid_argument("a design of several memories, expected one of them: memory_of()");
  const std::string& rpu = rpu_info(machine.rpu).name;
  const Parameters of_rpu = rpu_parameters_of(machine);
  Parameters parameters = lanes_of(design);
  // One pipeline stage to the banks, which usually answer a cycle later, as SRAM macros do, and the
  // fewest bits on the way back.
  parameters.insert(parameters.end(), {fmt::format("NumRows={}", machine.rows), "MaxLatency=2",
                                       fmt::format("SyncBanks={}", design.at_once ? 0 : 1),
                                       fmt::format("ReturnLane={}", bank_bits(machine)), fmt::format("Rpu=\"{}\"", rpu),
                                       fmt::format("Mapping=\"{}\"", design.flat ? machine.mapping : "identity")});
  if (!machine.overlaps()) add(parameters, machine, {"SuperWarp"});
  if (route_stages(machine) > 0) add(parameters, machine, {"Route"});
  if (machine.ports > 1) add(parameters, machine, {"Ports"});
  if (machine.bank_words > 1) add(parameters, machine, {"Words"});
  // The pipeline of the UMM has one row.
  if (machine_info(machine.kind).slot != SlotServes::kWords) add(parameters, machine, {"SlotRule"});
  if (design.flat) {
    add(parameters, machine, {"Regions", "RegionRows", "OffMapping"});
    for (const std::string& parameter : of_rpu)
      if (std::find(parameters.begin(), parameters.end(), parameter) == parameters.end())
        parameters.push_back(parameter);
    return {"all", "memory_machine", parameters, {}, true};
  }
  Part part{"rpu", "rpu_" + rpu, lanes_of(design), {}};
  part.parameters.insert(part.parameters.end(), of_rpu.begin(), of_rpu.end());
  return {"mmu", "memory_machine", parameters, {rsu_of(design), part}};
}

fs::path rtl_dir_of(const Design& design) { return design.rtl_dir.empty() ? project_dir() / "rtl" : design.rtl_dir; }

fs::path source_of(const std::string& module, const fs::path& rtl_dir) {
  return files_with(module, rtl_dir).at(module);
}

std::vector<fs::path> sources_of(const Part& part, const fs::path& rtl_dir) {
  const std::map<std::string, fs::path> known = files_with(part.module, rtl_dir);
  std::set<std::string> found = {part.module};
  std::vector<std::string> to_read = {part.module};
  while (!to_read.empty()) {
    const std::string text = sysc::read_file(known.at(to_read.back()));
    to_read.pop_back();
    for (const std::string& word : sysc::identifiers_of(text)) {
      const bool own = known.count(word) != 0 && (part.flat || part.module == kLaneMemory || !is_unit(word));
      if (own && found.insert(word).second) to_read.push_back(word);
    }
  }
  std::vector<fs::path> sources;
  for (const std::string& name : found) sources.push_back(known.at(name));
  std::stable_partition(sources.begin(), sources.end(), sysc::is_package);
  return sources;
}

}  // namespace superwarp::cost
