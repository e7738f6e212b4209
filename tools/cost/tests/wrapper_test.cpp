// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/wrapper.h"

#include <gtest/gtest.h>

#include <sstream>

namespace superwarp::cost {
namespace {

NetlistPorts ports_of(const std::string& text) {
  std::istringstream verilog(text);
  return read_ports(verilog);
}

const std::string kNetlist =
    "module unit(clk_i, \\d_i[0] , \\bank_0.row_i );\n  input clk_i;\n  input \\d_i[0] ;\n  input "
    "\\d_i[1] ;\n  output \\bank_0.row_i ;\n  input \\bank_0.data_o[0] ;\n  output "
    "\\bank_0.data_i[0] ;\n  output \\bank_0.access_i ;\n";

TEST(Wrapper, bits_of_a_port_and_pins_of_a_macro_are_joined) {
  const NetlistPorts ports = ports_of(kNetlist);
  ASSERT_EQ(ports.ports.size(), 2U);
  EXPECT_EQ(ports.ports[1].name, "d_i");
  EXPECT_EQ(ports.ports[1].bits, 2U);
  EXPECT_FALSE(ports.ports[1].output);
  ASSERT_EQ(ports.of_macro.count("bank_0"), 1U);
  EXPECT_EQ(ports.of_macro.at("bank_0").size(), 4U);
  EXPECT_TRUE(ports.of_macro.at("bank_0")[0].output);
}

TEST(Wrapper, a_macro_has_the_rows_and_the_word_of_its_pins) {
  const std::string text = wrapper_text(ports_of(kNetlist));
  EXPECT_NE(text.find("bank_sync #(.NumRows(2), .DataWidth(1)) bank_0 ("), std::string::npos);
  EXPECT_NE(text.find(".\\d_i[1] (d_i[1])"), std::string::npos);
  EXPECT_NE(text.find(".\\bank_0.row_i (bank_0__row_i[0])"), std::string::npos);
}

TEST(Wrapper, a_macro_has_as_many_ports_as_bits_that_ask_for_an_access) {
  const std::string text =
      wrapper_text(ports_of("  output \\bank_0.access_i[0] ;\n  output \\bank_0.access_i[1] ;\n"
                            "  output \\bank_0.row_i[3] ;\n  output \\bank_0.data_i[1] ;\n"));
  EXPECT_NE(text.find("bank_sync #(.NumRows(4), .DataWidth(1), .Ports(2)) bank_0 ("),
            std::string::npos);
}

TEST(Wrapper, a_bank_that_answers_at_once_is_asked_by_writes_alone) {
  const std::string text =
      wrapper_text(ports_of("  output \\bank_0.write_i ;\n  output \\bank_0.row_i ;\n"
                            "  output \\bank_0.data_i[1] ;\n"));
  EXPECT_NE(text.find("  bank #(.NumRows(2), .DataWidth(2)) bank_0 ("), std::string::npos);
}

TEST(Wrapper, a_macro_without_a_row_is_refused) {
  EXPECT_THROW(wrapper_text(ports_of("  input \\bank_0.data_i[0] ;\n")), std::runtime_error);
}

}  // namespace
}  // namespace superwarp::cost
