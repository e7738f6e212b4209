// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/flat.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace superwarp::cost {
namespace {

CellModels cells() {
  CellModels models;
  for (const char* const cell : {"INVX1", "BUFX4"}) models.cells[cell].pins["Y"].output = true;
  models.cells["DFFPOSX1"].pins["Q"].output = true;
  return models;
}

/// A netlist in which `net` reaches this many inverters.
std::string netlist(const std::string& net, std::uint64_t inputs) {
  std::string text = "module unit(clk_i, a);\n  input clk_i;\n  input a;\n  wire \\u_a.cell_0 ;\n";
  for (std::uint64_t i = 0; i < inputs; ++i)
    text += fmt::format("  INVX1 \\u_a.cell_{} (\n    .A({}),\n    .Y(n{})\n  );\n", i, net, i);
  return text + "endmodule\n";
}

/// The type of a cell, and its nets by pin.
struct Instance {
  std::string type;
  std::map<std::string, std::string> nets;
};

std::vector<Instance> instances(const std::string& text) {
  std::vector<Instance> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const FlatLine says(line);
    if (!says.cell.empty()) found.push_back({says.cell, {}});
    if (!says.pin.empty()) found.back().nets[says.pin] = line.substr(says.begin, says.end - says.begin);
  }
  return found;
}

struct Buffered {
  std::uint64_t buffers;
  std::string text;
};

Buffered buffered(const std::string& text) {
  std::istringstream from(text);
  std::ostringstream to;
  const std::uint64_t buffers = buffer_fan_out(from, to, cells());
  return {buffers, to.str()};
}

TEST(FanOut, a_net_of_few_inputs_stays_as_it_is) {
  const std::string text = netlist("a", kMostFanOut);
  const Buffered result = buffered(text);
  EXPECT_EQ(result.buffers, 0U);
  EXPECT_EQ(result.text, text);
}

TEST(FanOut, the_output_that_drives_a_net_is_no_input_of_it) {
  const std::string text = netlist("b", kMostFanOut) +
                           "module driver;\n  INVX1 \\u_b.cell_0 (\n    .A(a),\n    .Y(b)\n  );\n"
                           "endmodule\n";
  const Buffered result = buffered(text);
  EXPECT_EQ(result.buffers, 0U);
  EXPECT_EQ(result.text, text);
}

TEST(FanOut, clocks_and_constants_are_left_alone) {
  std::string text = netlist("1'h0", 3 * kMostFanOut);
  boost::replace_all(text, "INVX1", "DFFPOSX1");
  boost::replace_all(text, ".Y(", ".Q(");
  EXPECT_EQ(buffered(text).buffers, 0U);
  boost::replace_all(text, ".A(1'h0)", ".CLK(clk_i)");
  EXPECT_EQ(buffered(text).buffers, 0U);
}

// For any size, with trees of three levels and escaped names: no net reaches too many inputs, every
// input stays connected to its net, and leaves drive similar numbers of inputs.
TEST(FanOut, trees_are_whole_balanced_and_no_net_reaches_too_much) {
  for (const std::string net : {"a", "\\gen_lane[3].u_lane.x "}) {
    for (std::uint64_t inputs = kMostFanOut; inputs < 20 * kMostFanOut * kMostFanOut; inputs += inputs / 7 + 1) {
      const Buffered result = buffered(netlist(net, inputs));
      std::map<std::string, std::uint64_t> reached;
      std::map<std::string, std::string> driver;  // of a buffer's output
      for (const Instance& instance : instances(result.text)) {
        ++reached[instance.nets.at("A")];
        if (instance.type == "BUFX4") driver[instance.nets.at("Y")] = instance.nets.at("A");
      }
      EXPECT_EQ(driver.size(), result.buffers);
      std::uint64_t fewest = inputs;
      for (const auto& [name, many] : reached) {
        EXPECT_LE(many, kMostFanOut) << name << " of " << inputs;
        if (name != net) fewest = std::min(fewest, many);
      }
      if (result.buffers > 0) {
        EXPECT_GE(fewest, kMostFanOut / 4) << inputs;
      }
      std::uint64_t hang = 0;
      for (const Instance& instance : instances(result.text)) {
        if (instance.type == "BUFX4") continue;
        std::string at = instance.nets.at("A");
        for (int steps = 0; driver.count(at) != 0 && steps < 8; ++steps) at = driver.at(at);
        hang += at == net ? 1 : 0;
      }
      EXPECT_EQ(hang, inputs);
    }
  }
}

const std::string kNetlist =
    "module unit(clk_i, \\d_i[0] , \\bank_0.row_i );\n  input clk_i;\n  input \\d_i[0] ;\n  input "
    "\\d_i[1] ;\n  output \\bank_0.row_i ;\n  input \\bank_0.data_o[0] ;\n  output "
    "\\bank_0.data_i[0] ;\n  output \\bank_0.access_i ;\n";

TEST(Wrapper, bits_of_a_port_and_pins_of_a_macro_are_joined) {
  const NetlistPorts ports = read_ports(kNetlist);
  ASSERT_EQ(ports.ports.size(), 2U);
  EXPECT_EQ(ports.ports[1].name, "d_i");
  EXPECT_EQ(ports.ports[1].bits, 2U);
  EXPECT_FALSE(ports.ports[1].output);
  ASSERT_EQ(ports.of_macro.count("bank_0"), 1U);
  EXPECT_EQ(ports.of_macro.at("bank_0").size(), 4U);
  EXPECT_TRUE(ports.of_macro.at("bank_0")[0].output);
}

TEST(Wrapper, a_macro_has_the_rows_and_the_word_of_its_pins) {
  const std::string text = wrapper_text(read_ports(kNetlist));
  EXPECT_NE(text.find("bank_sync #(.NumRows(2), .DataWidth(1)) bank_0 ("), std::string::npos);
  EXPECT_NE(text.find(".\\d_i[1] (d_i[1])"), std::string::npos);
  EXPECT_NE(text.find(".\\bank_0.row_i (bank_0__row_i[0])"), std::string::npos);
}

TEST(Wrapper, a_macro_has_as_many_ports_as_bits_that_ask_for_an_access) {
  const std::string text =
      wrapper_text(read_ports("  output \\bank_0.access_i[0] ;\n  output \\bank_0.access_i[1] ;\n"
                              "  output \\bank_0.row_i[3] ;\n  output \\bank_0.data_i[1] ;\n"));
  EXPECT_NE(text.find("bank_sync #(.NumRows(4), .DataWidth(1), .Ports(2)) bank_0 ("), std::string::npos);
}

TEST(Wrapper, a_bank_that_answers_at_once_is_asked_by_writes_alone) {
  const std::string text =
      wrapper_text(read_ports("  output \\bank_0.write_i ;\n  output \\bank_0.row_i ;\n"
                              "  output \\bank_0.data_i[1] ;\n"));
  EXPECT_NE(text.find("  bank #(.NumRows(2), .DataWidth(2)) bank_0 ("), std::string::npos);
}

TEST(Wrapper, a_macro_without_a_row_is_refused) {
  EXPECT_THROW(wrapper_text(read_ports("  input \\bank_0.data_i[0] ;\n")), std::runtime_error);
}

}  // namespace
}  // namespace superwarp::cost
