// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/log2.h"

namespace superwarp::cost {
namespace {

std::string read_source(const std::string& source, const char* options = "") {
  return fmt::format("read_verilog -noassert -sv {} rtl/{}\n", options, source);
}

std::string name_of(const std::string& parameter) {
  return parameter.substr(0, parameter.find('='));
}

std::string set_parameters(const Part& part) {
  std::string text = "chparam";
  for (const std::string& parameter : part.parameters) {
    text +=
        fmt::format(" -set {} {}", name_of(parameter), parameter.substr(parameter.find('=') + 1));
  }
  return text + " " + part.module + "\n";
}

/// `part` is this module with this parameter.
bool is_with(const Part& part, const char* module, const char* parameter) {
  return part.module == module &&
         std::count(part.parameters.begin(), part.parameters.end(), parameter) != 0;
}

/// A batch of one warp. One piece is synthesised faster than two.
bool is_of_one_warp(const Part& part) { return is_with(part, "rpu_batch", "SuperWarp=1"); }

/// Stages of the network in front of the banks.
std::uint32_t route_of(const Part& part) {
  constexpr const char* kRoute = "Route=";
  for (const std::string& parameter : part.parameters) {
    if (parameter.rfind(kRoute, 0) == 0)
      return static_cast<std::uint32_t>(std::stoul(parameter.substr(parameter.find('=') + 1)));
  }
  return 0;
}

/// Silicon has neither the outputs for checkers, nor a variable latency, nor the banks' words.
/// `access_valid_o` stays: lane_valid_o means something only where it is high.
std::string frame_of_silicon(const Part& part, const char* bank) {
  const std::uint32_t latency = route_of(part) + 2;
  return fmt::format(R"(blackbox *{}
proc
cd unit
delete -output bank_req_o bank_write_o bank_data_o lane_bank_o
delete -input latency_i
connect -set latency_i {}'d{}
cd ..
)",
                     bank, ceil_log2(latency + 1), latency);
}

/// Turns the pins of macros of this module in `top` into ports, except the clock: "bank_3.data_o".
std::string macros_as_ports(const char* top, const char* module, const char* name) {
  return fmt::format(R"(flatten
rename -hide t:*{1}
rename -enumerate -pattern {2}_% t:*{1}
expose -evert t:*{1}
delete -output {0}/{2}_*.clk_i
)",
                     top, module, name);
}

constexpr const char* kSyncBank = "bank_sync";

bool has_sram_tables(const Part& part) { return is_with(part, "rsu", "Ports=2"); }

bool is_frame(const Part& part) { return part.module == "memory_machine"; }

std::string top_of(const Part& part) { return is_frame(part) ? kTop : part.module; }

}  // namespace

const std::vector<MapperSetting>& mapper_settings() {
  static const std::vector<MapperSetting> settings = {
      {"Yosys's own", ""},
      {"rewriting",
       "strash;&get,-n;&fraig,-x;&put;scorr;balance;rewrite;refactor;balance;rewrite;rewrite,-z;"
       "balance;refactor,-z;rewrite,-z;balance;dretime;strash;&get,-n;&dch,-f;&nf;&put;buffer;"
       "upsize;dnsize;stime,-p"},
      {"more rounds",
       "strash;&get,-n;&fraig,-x;&put;scorr;dc2;dretime;strash;&get,-n;&syn3;&dch,-f;&nf,-R,20;"
       "&put;buffer;upsize;dnsize;stime,-p"}};
  return settings;
}

std::string constraints_script(const Target& target) {
  constexpr double kFemto = 1000;  // fF in a pF
  return fmt::format("set_driving_cell {}\nset_load {:.3f}\n", kDriver,
                     kFanout * target.cells.inverter_load * kFemto);
}

std::string gates_script(const Part& part, const std::vector<std::filesystem::path>& sources) {
  std::string text;
  for (const std::filesystem::path& source : sources) text += read_source(source.filename());
  for (const Part& inner : part.parts) text += read_source(inner.module + ".sv", "-lib");
  // Words return in slices, through equal modules.
  if (is_frame(part) && !part.flat) text += "chparam -set Slices 2 mmu\n";
  text += set_parameters(part);
  text += fmt::format("hierarchy -check -top {}\nrename -top {}\n", part.module, top_of(part));
  if (is_of_one_warp(part)) text += "setattr -mod -unset keep_hierarchy *warp_pair\n";
  if (part.flat) text += "setattr -mod -unset keep_hierarchy *\n";
  if (is_frame(part)) {
    const char* const bank = is_with(part, "memory_machine", "SyncBanks=0") ? "bank" : kSyncBank;
    text += frame_of_silicon(part, bank) + macros_as_ports(kTop, bank, "bank");
  }
  if (has_sram_tables(part))
    text +=
        fmt::format("blackbox *{}\nproc\n", kSyncBank) + macros_as_ports("rsu", kSyncBank, "table");
  // The checks at the end of `synth` are made after the mapping.
  return text + fmt::format(R"(synth -run begin:check -noabc -noshare -flatten -top {}
select -assert-none t:$_DLATCH* t:$dlatch* t:$_DLATCHSR*
write_rtlil gates.il
)",
                            top_of(part));
}

std::string mapping_script(const Part& part, const Target& target, const Mapper& mapper) {
  // Yosys hands gates over in the order of their names.
  const std::string order =
      mapper.seed == 0 ? "" : fmt::format("rename -scramble-name -seed {} t:$_*\n", mapper.seed);
  const std::string script = mapper_settings().at(mapper.setting).script;
  const std::string abc = script.empty() ? "" : " -script +" + script;
  // Names cells for paths: a flip-flop has the name of the net that it drives.
  std::string text = fmt::format(R"(read_liberty -lib {1}
read_rtlil gates.il
{2}dfflibmap -liberty {1}
opt_clean -purge
abc -liberty {1} -constr constraints{3}
setundef -zero
opt_clean -purge
rename -wire -suffix .cell
rename -enumerate -pattern cell_%
check -assert -mapped
tee -q -o cells.json stat -json -top {0}
)",
                                 top_of(part), target.liberty, order, abc);
  for (const Part& inner : part.parts) {
    text += "setparam";
    for (const std::string& parameter : inner.parameters) text += " -unset " + name_of(parameter);
    text += fmt::format(" t:{}\n", inner.module);
  }
  return text + "write_rtlil -selected netlist.il\n";
}

std::string timing_script(const Target& target, bool wired) {
  // Every port is treated as the edge of a neighbouring register.

  return fmt::format(R"(read_liberty {0}
read_verilog netlist.v
link_design {1}
{5}create_clock -name clk -period {2} [get_ports clk_i]
foreach port [all_inputs] {{
  if {{[get_property $port full_name] ne "clk_i"}} {{
    set_input_delay 0 -clock clk $port
    set_driving_cell -lib_cell {3} $port
  }}
}}
foreach port [all_outputs] {{
  set_output_delay 0 -clock clk $port
  set_load {4:.6f} $port
}}
puts "== setup"
check_setup -verbose
puts "== path"
report_checks -path_delay max -format full -digits 4
puts "== end"
)",
                     target.liberty, kTop, kLongPeriod, kDriver,
                     kFanout * target.cells.inverter_load, wired ? "read_spef wires.spef\n" : "");
}

}  // namespace superwarp::cost
