// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <stdexcept>

#include "model/machine/log2.h"
#include "model/machine/machine_info.h"
#include "model/machine/project_dir.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "sysc/command.h"

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

void add_regions(Parameters& parameters, const Machine& machine) {
  const bool any = machine.regions.any();
  parameters.push_back(fmt::format("Regions={}", any ? machine.regions.count() : 0));
  parameters.push_back(fmt::format("RegionRows={}", any ? region_rows(machine) : 1));
  parameters.push_back(fmt::format("OffMapping=\"{}\"", any ? machine.regions.off : kUsualOff));
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
  add_regions(parameters, machine);
  return {"rsu", "rsu", parameters, {}};
}

Parameters lanes_of(const Design& design) {
  const Machine& machine = design.machine;
  return {fmt::format("Width={}", machine.width), address_width(machine), fmt::format("DataWidth={}", design.data_bits),
          fmt::format("TagWidth={}", kTagBits), fmt::format("NumBanks={}", machine.bank_count())};
}

std::string slot_parameter(const Machine& machine) {
  return fmt::format("SlotRule={}", static_cast<int>(machine_info(machine.kind).slot));
}

/// What memory_machine.sv gives the module of the RPU beside the lanes.
Parameters rpu_parameters_of(const Machine& machine) {
  Parameters parameters = rpu_parameters(machine.rpu, machine.streaming);
  if (!machine.overlaps()) parameters.push_back(fmt::format("SuperWarp={}", machine.super_warp));
  if (machine.rpu == Rpu::kBatch) {
    parameters.insert(parameters.end(), {slot_parameter(machine), fmt::format("Ports={}", machine.ports),
                                         fmt::format("Words={}", machine.bank_words)});
  }
  parameters.emplace_back("Shallow=1");
  return parameters;
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The words of a source, without comments.
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (is_name(text[i])) {
      std::size_t end = i;
      while (end < text.size() && is_name(text[end])) ++end;
      words.insert(text.substr(i, end - i));
      i = end;
    } else {
      ++i;
    }
  }
  return words;
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
  const Machine& machine = design.machine;
  if (design.sram_tables && (!has_table(machine) || machine.rpu != Rpu::kBatch || design.flat))
    throw std::invalid_argument("SRAMs for a table, expected one, of a batch, and parts");
  if (machine.hierarchy) throw std::invalid_argument("a design of several memories, expected one of them: memory_of()");
  const std::string& rpu = rpu_info(machine.rpu).name;
  const Parameters of_rpu = rpu_parameters_of(machine);
  Parameters parameters = lanes_of(design);
  const auto add = [&](const char* name, auto value) { parameters.push_back(fmt::format("{}={}", name, value)); };
  // One pipeline stage to the banks, which usually answer a cycle later, as SRAM macros do, and the
  // fewest bits on the way back.
  add("NumRows", machine.rows);
  add("MaxLatency", 2);
  add("SyncBanks", design.at_once ? 0 : 1);
  add("ReturnLane", bank_bits(machine));
  add("Rpu", '"' + rpu + '"');
  add("Mapping", '"' + (design.flat ? machine.mapping : "identity") + '"');
  if (!machine.overlaps()) add("SuperWarp", machine.super_warp);
  if (route_stages(machine) > 0) add("Route", route_stages(machine));
  if (machine.ports > 1) add("Ports", machine.ports);
  if (machine.bank_words > 1) add("Words", machine.bank_words);
  const SlotServes slot = machine_info(machine.kind).slot;  // the pipeline of the UMM has one row
  if (slot != SlotServes::kWords) parameters.push_back(slot_parameter(machine));
  if (design.flat) {
    add_regions(parameters, machine);
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
    for (const std::string& word : words_of(text)) {
      const bool own = known.count(word) != 0 && (part.flat || !is_unit(word));
      if (own && found.insert(word).second) to_read.push_back(word);
    }
  }
  std::vector<fs::path> sources;
  for (const std::string& name : found) sources.push_back(known.at(name));
  std::stable_partition(sources.begin(), sources.end(), [](const fs::path& source) {
    const std::string stem = source.stem();
    return stem.size() > 4 && stem.compare(stem.size() - 4, 4, "_pkg") == 0;
  });
  return sources;
}

}  // namespace superwarp::cost
