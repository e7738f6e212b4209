// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/gate_simulation.h"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace superwarp::cost {
namespace {

std::string cell_module(const std::string& type, const CellModel& cell) {
  if (cell.asynchronous) throw std::runtime_error(type + ": expected no clear and no preset");
  std::string parameters;
  std::string ports;
  std::string body;
  for (const auto& [name, pin] : cell.pins) {
    ports +=
        fmt::format("{}{} {}", ports.empty() ? "" : ", ", pin.output ? "output" : "input", name);
    if (!pin.output) continue;
    parameters += fmt::format("{0}parameter real R{1} = 0, parameter real F{1} = 0",
                              parameters.empty() ? "" : ", ", name);
    body += fmt::format("  assign #(R{0}, F{0}) {0} = {1};\n", name, as_verilog(pin.function));
  }
  if (!cell.next_state.empty()) {
    body = fmt::format("  reg {0};\n  wire at = {1};\n  always @(posedge at) {0} <= {2};\n",
                       cell.state, cell.clocked_on, cell.next_state) +
           body;
  }
  return fmt::format("module {} #({}) ({});\n{}endmodule\n", type, parameters, ports, body);
}

/// `value` in `bits` binary digits, highest first.
std::string binary(std::uint64_t value, std::uint32_t bits) {
  constexpr std::uint32_t kMost = 64;
  std::string digits(bits, '0');
  for (std::uint32_t i = 0; i < bits && i < kMost; ++i)
    if ((value >> i & 1) != 0) digits[bits - 1 - i] = '1';
  return digits;
}

std::uint32_t bits_of(const NetlistPorts& ports, const std::string& name) {
  return port_of(ports.ports, name).bits;
}

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

std::string replaced(std::string text, const std::map<std::string, std::string>& by) {
  for (const auto& [what, with] : by) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + with.size()))
      text.replace(at, what.size(), with);
  }
  return text;
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
        delays += fmt::format("{0}.R{1}({2:.3f}), .F{1}({3:.3f})", delays.empty() ? "" : ", ",
                              pin.name, delay.rise, delay.fall);
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

std::string bench_verilog(const NetlistPorts& ports, const std::vector<Offer>& offers,
                          const BenchSettings& settings) {
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
  return replaced(kBench, {{"@LINE@", fmt::format("{}", 1 + lanes + address + data)},
                           {"@LANES@", fmt::format("{}", lanes)},
                           {"@ADDRESS@", fmt::format("{}", address)},
                           {"@DATA@", fmt::format("{}", data)},
                           {"@TAG@", fmt::format("{}", bits_of(ports, "dispatch_tag_i"))},
                           {"@OFFERS@", fmt::format("{}", offers.size())},
                           {"@WARM@", fmt::format("{}", settings.warm_up)},
                           {"@KEYS@", fmt::format("{}", settings.keys)},
                           {"@ROWS@", fmt::format("{}", rows)},
                           {"@HALF@", fmt::format("{:.3f}", settings.period_ns / 2)},
                           {"@FILL@", fill},
                           {"@ACCESSES@", accesses}});
}

std::string offers_text(const NetlistPorts& ports, const std::vector<Offer>& offers) {
  const std::uint32_t lanes = bits_of(ports, "dispatch_active_i");
  std::string text;
  for (const Offer& offer : offers) {
    text += line_of(offer, bits_of(ports, "dispatch_addr_i") / lanes,
                    bits_of(ports, "dispatch_data_i") / lanes);
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

}  // namespace superwarp::cost
