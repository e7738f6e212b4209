// SPDX-License-Identifier: Apache-2.0
// A net that goes through the FPGA on wires of its own. An iCE40 has eight of them.

module global_net (
  input  logic in_i,
  output logic out_o
);

`ifdef YOSYS
  SB_GB u_buffer (.USER_SIGNAL_TO_GLOBAL_BUFFER(in_i), .GLOBAL_BUFFER_OUTPUT(out_o));
`else
  assign out_o = in_i;
`endif

endmodule
