// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/energy.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/kept.h"

namespace superwarp::cost {
namespace {

std::string cell_module(const std::string& type, const CellModel& cell) {
  if (cell.asynchronous) throw std::runtime_error(type + ": expected no clear and no preset");
  std::string parameters;
  std::string ports;
  std::string body;
  for (const auto& [name, pin] : cell.pins) {
    ports += fmt::format("{}{} {}", ports.empty() ? "" : ", ", pin.output ? "output" : "input", name);
    if (!pin.output) continue;
    parameters +=
        fmt::format("{0}parameter real R{1} = 0, parameter real F{1} = 0", parameters.empty() ? "" : ", ", name);
    body += fmt::format("  assign #(R{0}, F{0}) {0} = {1};\n", name, as_verilog(pin.function));
  }
  if (!cell.next_state.empty()) {
    body = fmt::format("  reg {0};\n  wire at = {1};\n  always @(posedge at) {0} <= {2};\n", cell.state,
                       cell.clocked_on, cell.next_state) +
           body;
  }
  return fmt::format("module {} #({}) ({});\n{}endmodule\n", type, parameters, ports, body);
}

/// The lowest `bits` binary digits of `value`, highest first.
std::string binary(std::uint64_t value, std::uint32_t bits) {
  constexpr std::uint32_t kMost = 64;
  return fmt::format("{:0{}b}", bits < kMost ? value & ((std::uint64_t{1} << bits) - 1) : value, bits);
}

std::uint32_t bits_of(const NetlistPorts& ports, const std::string& name) { return port_of(ports.ports, name).bits; }

/// A line of the file of offers: {write, data, address, active}, lowest lane at the right.
std::string line_of(const Offer& offer, std::uint32_t address_bits, std::uint32_t data_bits) {
  std::string active;
  std::string addresses;
  std::string words;
  for (std::size_t i = offer.addresses.size(); i-- > 0;) {
    const bool idle = offer.addresses[i] == Offer::kIdleLane;
    active += idle ? '0' : '1';
    addresses += binary(idle ? 0 : offer.addresses[i], address_bits);
    words += binary(offer.words[i], data_bits);
  }
  return (offer.write ? "1" : "0") + words + addresses + active + "\n";
}

constexpr const char* kBench = R"(
module bench;
  reg clk = 0, rst_n = 0, valid = 0, key_valid = 0;
  reg [31:0] key_index = 0, key_value = 0;
  reg [@LINE@-1:0] offers [0:@OFFERS@-1];
  reg [@LINE@-1:0] now = 0;
  reg [@TAG@-1:0] tag = 0;
  wire ready;
  integer i, at = 0, waits = 0, cycles = 0, requests = 0, accesses = 0;
  memory_machine_cells u (.clk_i(clk), .rst_ni(rst_n), .dispatch_valid_i(valid), .dispatch_ready_o(ready),
    .dispatch_active_i(now[@LANES@-1:0]), .dispatch_addr_i(now[@LANES@ +: @ADDRESS@]),
    .dispatch_data_i(now[@LANES@+@ADDRESS@ +: @DATA@]), .dispatch_write_i(now[@LINE@-1]), .dispatch_tag_i(tag),
    .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value));
  task edges; begin #(@HALF@) clk = 1; #(@HALF@) clk = 0; end endtask
  initial begin
    $readmemb("offers.txt", offers);
    for (i = 0; i < @ROWS@; i = i + 1) begin
@FILL@    end
    for (i = 0; i < 4; i = i + 1) edges;
    rst_n = 1;
    for (i = 0; i < @KEYS@; i = i + 1) begin
      key_valid = 1; key_index = i; key_value = $random;
      edges;
    end
    key_valid = 0;
    valid = 1;
    // Inputs change right after an edge: paths from them may take all of a cycle.
    while (at < @OFFERS@ && waits < 4096) begin
      #0.01 now = offers[at];
      tag = at;
      if (at == @WARM@ && cycles == 0) begin
        $dumpfile("toggles.vcd");
        $dumpvars(1, bench.u.netlist);
      end
      #(@HALF@ - 0.01) clk = 0;
      #(@HALF@);
      if (at >= @WARM@) begin
        cycles = cycles + 1;
        accesses = accesses@ACCESSES@;
      end
      waits = waits + 1;
      if (ready) begin
        waits = 0;
        if (at >= @WARM@) for (i = 0; i < @LANES@; i = i + 1) requests = requests + now[i];
        at = at + 1;
      end
      clk = 1;
    end
    if (at < @OFFERS@) $display("no dispatch was taken in 4096 cycles");
    else $display("%0d cycles, %0d requests, %0d accesses", cycles, requests, accesses);
    $finish;
  end
endmodule
)";

}  // namespace

std::string delayed_verilog(const std::string& flat, const Gates& gates) {
  std::string text = "`timescale 1ns/1ps\n";
  std::map<std::string, const CellModel*> used;
  auto gate = gates.gates().begin();
  std::istringstream lines(flat);
  for (std::string line; std::getline(lines, line);) {
    if (gate != gates.gates().end() && line.rfind("  " + gate->type + " ", 0) == 0) {
      std::string delays;
      for (const Gates::Pin& pin : gate->pins) {
        if (!pin.is->output) continue;
        const Gates::Delay delay = gates.delay(pin, *gate);
        delays += fmt::format("{0}.R{1}({2:.3f}), .F{1}({3:.3f})", delays.empty() ? "" : ", ", pin.name, delay.rise,
                              delay.fall);
      }
      used[gate->type] = gate->is;
      line.insert(gate->type.size() + 3, fmt::format("#({}) ", delays));
      ++gate;
    }
    text += line + '\n';
  }
  for (const auto& [type, cell] : used) text += cell_module(type, *cell);
  return text;
}

std::string bench_verilog(const NetlistPorts& ports, const std::vector<Offer>& offers, const BenchSettings& settings) {
  std::string fill;
  std::string accesses;
  std::uint64_t rows = 0;
  for (const auto& [macro, pins] : ports.of_macro) {
    fill += fmt::format("      u.{}.mem[i] = $random;\n", macro);
    if (!answers_at_once(pins)) accesses += fmt::format(" + u.{}__access_i", macro);
    rows = std::uint64_t{1} << port_of(pins, "row_i").bits;
  }
  const std::uint32_t lanes = bits_of(ports, "dispatch_active_i");
  const std::uint32_t address = bits_of(ports, "dispatch_addr_i");
  const std::uint32_t data = bits_of(ports, "dispatch_data_i");
  std::string text = kBench;
  const auto fill_in = [&](const char* mark, const auto& value) {
    boost::replace_all(text, mark, fmt::format("{}", value));
  };
  fill_in("@LINE@", 1 + lanes + address + data);
  fill_in("@LANES@", lanes);
  fill_in("@ADDRESS@", address);
  fill_in("@DATA@", data);
  fill_in("@TAG@", bits_of(ports, "dispatch_tag_i"));
  fill_in("@OFFERS@", offers.size());
  fill_in("@WARM@", settings.warm_up);
  fill_in("@KEYS@", settings.keys);
  fill_in("@ROWS@", rows);
  fill_in("@HALF@", fmt::format("{:.3f}", settings.period_ns / 2));
  fill_in("@FILL@", fill);
  fill_in("@ACCESSES@", accesses);
  return text;
}

std::string offers_text(const NetlistPorts& ports, const std::vector<Offer>& offers) {
  const std::uint32_t lanes = bits_of(ports, "dispatch_active_i");
  std::string text;
  for (const Offer& offer : offers) {
    text += line_of(offer, bits_of(ports, "dispatch_addr_i") / lanes, bits_of(ports, "dispatch_data_i") / lanes);
  }
  return text;
}

Toggles read_toggles(std::istream& vcd, const std::vector<std::string>& nets) {
  std::unordered_map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < nets.size(); ++i) number.emplace(nets[i], i);
  std::unordered_map<std::string, std::size_t> of_code;
  Toggles toggles{std::vector<std::uint64_t>(nets.size()), std::vector<std::uint64_t>(nets.size())};
  std::vector<char> value(nets.size(), 'x');
  for (std::string line; std::getline(vcd, line);) {
    if (line.rfind("$var", 0) == 0) {
      std::istringstream words(line);
      std::string word;
      std::string code;
      std::string name;
      words >> word >> word >> word >> code >> name;
      if (name[0] == '\\') name.erase(0, 1);
      if (const auto net = number.find(name); net != number.end()) of_code[code] = net->second;
    } else if (line.size() > 1 && (line[0] == '0' || line[0] == '1' || line[0] == 'x')) {
      const auto net = of_code.find(line.substr(1));
      if (net == of_code.end()) continue;
      char& last = value[net->second];
      if (last == '0' && line[0] == '1') ++toggles.rises[net->second];
      if (last == '1' && line[0] == '0') ++toggles.falls[net->second];
      last = line[0];
    }
  }
  if (of_code.size() < number.size() / 2)
    throw std::runtime_error("simulation: expected the nets of the netlist in its toggles");
  return toggles;
}

namespace {

namespace fs = std::filesystem;

std::string energy_unit(const std::string& path) {
  for (const auto& [part, unit] : std::vector<std::pair<std::string, std::string>>{
           {"u_rsu.", "rsu"}, {"u_rpu.", "rpu"}, {"u_fan_out.", "fan-out"}})
    if (path.find(part) != std::string::npos) return unit;
  return "mmu";
}

/// Returns what the tool said.
std::string run_tool(const std::vector<std::string>& words, const fs::path& folder, double* seconds) {
  constexpr const char* kSeconds = "1200";
  std::vector<std::string> command = {"env", "-C", folder.string(), "timeout", kSeconds};
  command.insert(command.end(), words.begin(), words.end());
  const int status = sysc::run_command(command, folder / "log", seconds);
  const std::string said = sysc::read_file(folder / "log");
  if (status == 0) return said;
  constexpr int kNotFound = 127;
  if (status == kNotFound) throw std::runtime_error(words[0] + " is missing; as root: apt-get install iverilog");
  constexpr std::size_t kMost = 1000;
  throw std::runtime_error(fmt::format("{} failed with status {}:\n{}", words[0], status, said.substr(0, kMost)));
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EnergyReport, cells, pins, wires, clock, leakage, by_unit, toggles, period, cycles,
                                   requests, accesses, sram, seconds)

EnergyReport summed_energy(const Gates& gates, const Toggles& toggles, double volt, std::uint64_t cycles,
                           double nanoseconds) {
  constexpr double kPicojouleOfNanowattNanosecond = 1e-6;
  EnergyReport report;
  const auto add = [&](double& into, const std::string& unit, double energy) {
    into += energy;
    report.by_unit[unit] += energy;
  };
  const auto inside = [&](const Gates::Pin& pin, double load, double slew) {
    return static_cast<double>(toggles.rises[pin.net]) * pin.is->energy(true, load, slew) +
           static_cast<double>(toggles.falls[pin.net]) * pin.is->energy(false, load, slew);
  };
  std::vector<std::string> driver(gates.nets().size(), "ports");
  std::vector<bool> clocks(gates.nets().size(), false);
  for (const Gates::Gate& gate : gates.gates()) {
    const std::string unit = energy_unit(gate.path);
    double slew = 0;
    double inputs = 0;
    for (const Gates::Pin& pin : gate.pins) {
      if (pin.is->output) continue;
      if (gate.is->next_state.empty() || pin.is->clock) {
        slew += gates.slew(pin.net);
        ++inputs;
      }
      if (pin.is->clock) clocks[pin.net] = true;
      // The energy of an input inside the cell, whether the output switches or not.
      add(pin.is->clock ? report.clock : report.cells, unit, inside(pin, 0, gates.slew(pin.net)));
    }
    slew /= std::max(1.0, inputs);
    for (const Gates::Pin& pin : gate.pins) {
      if (!pin.is->output) continue;
      driver[pin.net] = unit;
      add(report.cells, unit, inside(pin, gates.load(pin.net), slew));
    }
    report.leakage += gate.is->leakage_nw * nanoseconds * kPicojouleOfNanowattNanosecond;
  }
  std::uint64_t all = 0;
  for (Gates::Net net = 0; net < gates.nets().size(); ++net) {
    const std::uint64_t times = toggles.rises[net] + toggles.falls[net];
    const double half = static_cast<double>(times) * volt * volt / 2;
    add(clocks[net] ? report.clock : report.pins, driver[net], half * gates.pin_pf(net));
    add(clocks[net] ? report.clock : report.wires, driver[net], half * gates.wire_pf(net));
    if (!clocks[net]) all += times;
  }
  report.cycles = cycles;
  report.toggles = static_cast<double>(all) / static_cast<double>(gates.nets().size()) /
                   static_cast<double>(std::max<std::uint64_t>(1, cycles));
  return report;
}

double sram_access_pj(std::uint32_t rows, std::uint32_t bits) {
  constexpr double kPicojoule = 10;
  constexpr double kBits = 64;
  constexpr double kBytes = 8192;
  constexpr double kFeature = 180.0 / 45.0;
  constexpr double kVolt = 1.8 / 0.9;
  constexpr double kByte = 8;
  const double bytes = static_cast<double>(rows) * bits / kByte;
  return kPicojoule * bits / kBits * std::sqrt(bytes / kBytes) * kFeature * kVolt * kVolt;
}

EnergyReport energy_of(const Costing& costing, const Design& design, const std::vector<Offer>& offers,
                       const EnergySettings& settings, const Costing::Message& message) {
  constexpr double kSlower = 1.25;  // than the unit's own clock: glitches settle in the cycle
  const double period = costing.cost(design).path.period * kSlower;
  const sysc::ScratchDir scratch(costing.folder() / fmt::format("energy-{}.tmp", getpid()));
  const fs::path& folder = scratch.path();
  const std::string flat = costing.netlist(design);
  const NetlistPorts ports = read_ports(flat);
  const std::uint64_t keys = design.machine.mapping == "identity" ? 0 : design.machine.rows;
  const std::string bench = bench_verilog(ports, offers, {period, keys, settings.warm_up});
  const std::string offered = offers_text(ports, offers);
  const std::string key = hash_of({flat, bench, offered, costing.liberty_text(),
                                   fmt::format("{} {}", settings.wire_um, settings.wire_ff_per_um), "1"});
  const auto simulate = [&] {
    message(fmt::format("simulating {} dispatches on the netlist of cells (first use; kept in {})", offers.size(),
                        costing.folder().string()));
    constexpr double kFemto = 1e-3;
    const Gates gates(flat, costing.cells(), settings.wire_um * settings.wire_ff_per_um * kFemto);
    write_text(folder / "cells.v", delayed_verilog(flat, gates));
    write_text(folder / "bench.v", bench);
    write_text(folder / "offers.txt", offered);
    double seconds = 0;
    const fs::path rtl = fs::absolute(rtl_dir_of(design));
    run_tool({"iverilog", "-g2012", "-s", "bench", "-o", "bench.vvp", "cells.v", source_of("bank", rtl).string(),
              source_of("bank_sync", rtl).string(), "bench.v"},
             folder, &seconds);
    const std::string said = run_tool({"vvp", "-n", "bench.vvp"}, folder, &seconds);
    unsigned long cycles = 0;
    unsigned long requests = 0;
    unsigned long accesses = 0;
    const std::size_t line = said.rfind(" cycles, ");
    const std::size_t begin = line == std::string::npos ? 0 : said.rfind('\n', line) + 1;
    if (std::sscanf(said.c_str() + begin, "%lu cycles, %lu requests, %lu accesses", &cycles, &requests, &accesses) !=
            3 ||
        requests == 0)
      throw std::runtime_error("simulation: expected counts, got\n" + said.substr(0, 500));
    std::ifstream vcd(folder / "toggles.vcd");
    EnergyReport report = summed_energy(gates, read_toggles(vcd, gates.nets()), costing.cells().volt, cycles,
                                        static_cast<double>(cycles) * period);
    report.period = period;
    report.requests = requests;
    report.accesses = accesses;
    report.sram = sram_access_pj(design.machine.rows, design.data_bits);
    report.seconds = seconds;
    return nlohmann::json(report).dump();
  };
  return nlohmann::json::parse(kept(costing.folder() / fmt::format("energy-{}.json", key), folder, simulate));
}

}  // namespace superwarp::cost
