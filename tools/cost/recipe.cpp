// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/recipe.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "model/machine/log2.h"
#include "sim/files/pattern.h"
#include "tools/cost/library.h"

namespace superwarp::cost {
namespace {

constexpr double kLongPeriod = 1000;  // ns, the clock for OpenSTA: longer than any path

std::string read_source(const std::string& source, const char* options = "") {
  return fmt::format("read_verilog -noassert -sv {} rtl/{}\n", options, source);
}

/// The name and the value of "Width=8".
std::pair<std::string, std::string> halves_of(const std::string& parameter) {
  const std::size_t equals = parameter.find('=');
  return {parameter.substr(0, equals), parameter.substr(equals + 1)};
}

/// Of a parameter of `part`, or `otherwise` if it has none of this name.
std::string value_of(const Part& part, const std::string& of, const char* otherwise = "") {
  for (const std::string& parameter : part.parameters)
    if (const auto [name, value] = halves_of(parameter); name == of) return value;
  return otherwise;
}

/// Silicon has neither the outputs for checkers, nor a variable latency, nor the banks' words.
/// `access_valid_o` stays: lane_valid_o means something only where it is high.
std::string frame_of_silicon(const Part& part, const char* bank) {
  const auto latency = static_cast<std::uint32_t>(std::stoul(value_of(part, "Route", "0")) + 2);
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

bool is_frame(const Part& part) { return part.module == "memory_machine"; }

std::string top_of(const Part& part) { return is_frame(part) || part.module == kLaneMemory ? kTop : part.module; }

/// Throws with the begin of what a tool said.
[[noreturn]] void refuse(const std::string& what, const std::string& said) {
  throw std::runtime_error(what + ":\n" + said.substr(0, 2000));
}

/// The text between two lines that timing_script() prints.
std::string section(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from + "\n");
  const std::size_t end = text.find(to + "\n", begin);
  if (begin == std::string::npos || end == std::string::npos) refuse("OpenSTA: it stopped before its end", text);
  return text.substr(begin + from.size() + 1, end - begin - from.size() - 1);
}

/// Unit and name of a cell: "gen_batch.u_rpu.gen_tree.u_select.cell_7" is cell_7 in rpu.select.
std::pair<std::string, std::string> unit_and_name(const std::string& instance, const std::string& rest) {
  std::string unit;
  std::size_t behind = 0;  // the last instance's name
  std::size_t begin = 0;
  for (std::size_t dot = instance.find('.'); dot != std::string::npos;
       begin = dot + 1, dot = instance.find('.', begin)) {
    if (instance.compare(begin, 2, "u_") != 0) continue;
    unit += (unit.empty() ? "" : ".") + instance.substr(begin + 2, dot - begin - 2);
    behind = dot + 1;
  }
  static const files::Pattern suffix(R"((.+)\.cell)");
  const std::string name = instance.substr(behind);
  const std::vector<std::string> without = suffix.match(name);
  return {unit.empty() ? rest : unit, without.empty() ? name : without[1]};
}

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

std::string constraints_script(double output_load) {
  constexpr double kFemto = 1000;  // fF in a pF
  return fmt::format("set_driving_cell {}\nset_load {:.3f}\n", kDriver, output_load * kFemto);
}

std::string gates_script(const Part& part, const std::vector<std::filesystem::path>& sources) {
  std::string text;
  for (const std::filesystem::path& source : sources) text += read_source(source.filename());
  for (const Part& inner : part.parts) text += read_source(inner.module + ".sv", "-lib");
  // Words return in slices, through equal modules.
  if (is_frame(part) && !part.flat) text += "chparam -set Slices 2 mmu\n";
  text += "chparam";
  for (const std::string& parameter : part.parameters) {
    const auto [name, value] = halves_of(parameter);
    text += fmt::format(" -set {} {}", name, value);
  }
  text += fmt::format(" {0}\nhierarchy -check -top {0}\nrename -top {1}\n", part.module, top_of(part));
  // A batch of one warp. One piece is synthesised faster than two.
  if (part.module == "rpu_batch" && value_of(part, "SuperWarp") == "1")
    text += "setattr -mod -unset keep_hierarchy *warp_pair\n";
  if (part.flat) text += "setattr -mod -unset keep_hierarchy *\n";
  if (is_frame(part)) {
    const char* const bank = value_of(part, "SyncBanks") == "0" ? "bank" : kSyncBank;
    text += frame_of_silicon(part, bank) + macros_as_ports(kTop, bank, "bank");
  }
  if (part.module == "rsu" && value_of(part, "Ports") == "2")  // a table in SRAMs
    text += fmt::format("blackbox *{}\nproc\n", kSyncBank) + macros_as_ports("rsu", kSyncBank, "table");
  if (part.module == kLaneMemory) text += "proc\ndelete */t:$cover\n";  // -noassert leaves them
  // The checks at the end of `synth` are made after the mapping.
  return text + fmt::format(R"(synth -run begin:check -noabc -noshare -flatten -top {}
select -assert-none t:$_DLATCH* t:$dlatch* t:$_DLATCHSR*
write_rtlil gates.il
)",
                            top_of(part));
}

std::string mapping_script(const Part& part, const std::string& liberty, const Mapper& mapper) {
  // Yosys hands gates over in the order of their names.
  const std::string order = mapper.seed == 0 ? "" : fmt::format("rename -scramble-name -seed {} t:$_*\n", mapper.seed);
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
                                 top_of(part), liberty, order, abc);
  for (const Part& inner : part.parts) {
    text += "setparam";
    for (const std::string& parameter : inner.parameters) text += " -unset " + halves_of(parameter).first;
    text += fmt::format(" t:{}\n", inner.module);
  }
  return text + "write_rtlil -selected netlist.il\n";
}

std::string timing_script(const std::string& liberty, double output_load, bool wired) {
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
                     liberty, kTop, kLongPeriod, kDriver, output_load, wired ? "read_spef wires.spef\n" : "");
}

CellCounts read_counts(const std::string& json, const CellModels& models) {
  // Yosys 0.23 prints headings before the JSON and lines of text between the modules.
  std::string kept;
  std::istringstream lines(json);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin != std::string::npos && std::string("{}\"").find(line[begin]) != std::string::npos) kept += line;
  }
  CellCounts counts;
  const nlohmann::json stat = nlohmann::json::parse(kept);
  // "design" counts the whole hierarchy.
  for (const auto& [name, count] : stat.at("design").at("num_cells_by_type").items())
    if (models.has(name)) counts[name] = count.get<std::uint64_t>();
  return counts;
}

Path read_path(const std::string& text, const std::string& rest) {
  if (text.find("Error") != std::string::npos || text.find("Warning") != std::string::npos)
    refuse("OpenSTA complains", text);
  const std::string faults = section(text, "== setup", "== path");
  if (faults.find_first_not_of(" \n") != std::string::npos) refuse("OpenSTA: not every path is constrained", faults);

  static const files::Pattern step(R"(^\s*(-?[0-9.]+)\s+(-?[0-9.]+) [\^v] (\S+) \((\w+)\)$)");
  static const files::Pattern setup(R"(^\s*(-?[0-9.]+)\s+(-?[0-9.]+)\s+library setup time$)");
  static const files::Pattern slack(R"(^\s*(-?[0-9.]+)\s+slack \(MET\)$)");
  Path path;
  std::istringstream lines(section(text, "== path", "== end"));
  std::vector<std::string> match;
  for (std::string line; std::getline(lines, line);) {
    if (match = step.match(line); !match.empty()) {
      const std::string pin = match[3];
      const std::size_t slash = pin.rfind('/');
      PathStep next;
      next.cell = match[4];
      next.delay = std::stod(match[1]);
      if (slash == std::string::npos) {
        next.name = pin;
      } else {
        const char input = pin[slash + 1];
        if (input == 'D' || pin.compare(slash + 1, 3, "CLK") == 0) continue;  // ends of the path at flip-flops
        std::tie(next.unit, next.name) = unit_and_name(pin.substr(0, slash), rest);
        next.gate = !is_flip_flop(next.cell);
      }
      path.steps.push_back(next);
    } else if (match = setup.match(line); !match.empty()) {
      path.setup = -std::stod(match[1]);
    } else if (match = slack.match(line); !match.empty()) {
      path.period = std::round((kLongPeriod - std::stod(match[1])) * 1e4) / 1e4;  // as printed
    }
  }
  if (path.period <= 0 || path.steps.empty()) refuse("OpenSTA reports no path", text);
  return path;
}

}  // namespace superwarp::cost
