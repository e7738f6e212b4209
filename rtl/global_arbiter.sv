// SPDX-License-Identifier: Apache-2.0
// Arbiter of the global memory: takes one dispatch a time unit from the multiprocessors that offer one.
//
// Round robin: the port behind the one whose dispatch was taken last comes first, and port 0 comes behind the highest.
// After a reset port 0 is first. The order moves on only when a dispatch is taken.
//
// Handshake  valid/ready on both sides. A port's ready does not depend on its own valid, but on the valid of ports that
//            come before it in the order, and on the memory's ready. At most one port has both; if any port is valid
//            the memory gets a dispatch. An offer that is not taken may change in the next cycle.
// Timing     no register between the ports and the memory: the memory takes a dispatch in the same cycle.
// Cost       multiplexers of NumPorts for a dispatch of NumRequests lanes, by one-hot grants.
// Source     docs/spec/hierarchy.md, "Who goes next". Ours: the HMM paper leaves the order open.

module global_arbiter #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int NumPorts    = 1,  // multiprocessors, >= 1
  parameter int NumRequests = 0,  // lanes of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane
  parameter int DataWidth   = 0,  // bits of a word
  parameter int TagWidth    = 0   // bits of a dispatch's name
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,            // synchronous, active low

  // A dispatch of every multiprocessor (rpu_batch.sv), port m's at place m.
  input  logic [NumPorts-1:0]                       port_valid_i,
  output logic [NumPorts-1:0]                       port_ready_o,
  input  logic [NumPorts-1:0]                       port_write_i,
  input  logic [NumPorts*TagWidth-1:0]              port_tag_i,
  input  logic [NumPorts*NumRequests-1:0]           port_active_i,
  input  logic [NumPorts*NumRequests*AddrWidth-1:0] port_addr_i,
  input  logic [NumPorts*NumRequests*DataWidth-1:0] port_data_i,

  // The dispatch that the memory gets.
  output logic                                      dispatch_valid_o,
  input  logic                                      dispatch_ready_i,
  output logic                                      dispatch_write_o,
  output logic [TagWidth-1:0]                       dispatch_tag_o,
  output logic [NumRequests-1:0]                    dispatch_active_o,
  output logic [NumRequests*AddrWidth-1:0]          dispatch_addr_o,
  output logic [NumRequests*DataWidth-1:0]          dispatch_data_o
);

  logic [NumPorts-1:0] behind_q;  // ports behind the one taken last: they come before port 0
  logic [NumPorts-1:0] first;     // no port before this one is valid
  logic [NumPorts-1:0] grant;

  always_comb begin : order
    logic taken;
    taken = 1'b0;
    first = '0;
    for (int m = 0; m < NumPorts; m++) begin
      if (behind_q[m]) begin
        first[m] = ~taken;
        taken    = taken | port_valid_i[m];
      end
    end
    for (int m = 0; m < NumPorts; m++) begin
      if (!behind_q[m]) begin
        first[m] = ~taken;
        taken    = taken | port_valid_i[m];
      end
    end
  end

  assign port_ready_o     = first & {NumPorts{dispatch_ready_i}};
  assign grant            = first & port_valid_i;
  assign dispatch_valid_o = |port_valid_i;

  always_comb begin : granted
    dispatch_write_o  = 1'b0;
    dispatch_tag_o    = '0;
    dispatch_active_o = '0;
    dispatch_addr_o   = '0;
    dispatch_data_o   = '0;
    for (int m = 0; m < NumPorts; m++) begin
      if (grant[m]) begin
        dispatch_write_o  = dispatch_write_o  | port_write_i[m];
        dispatch_tag_o    = dispatch_tag_o    | port_tag_i[m*TagWidth +: TagWidth];
        dispatch_active_o = dispatch_active_o | port_active_i[m*NumRequests +: NumRequests];
        dispatch_addr_o   = dispatch_addr_o   | port_addr_i[m*NumRequests*AddrWidth +: NumRequests*AddrWidth];
        dispatch_data_o   = dispatch_data_o   | port_data_i[m*NumRequests*DataWidth +: NumRequests*DataWidth];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      behind_q <= '1;
    end else if (dispatch_valid_o && dispatch_ready_i) begin
      // Port m is behind the one that is taken if a lower one is taken.
      for (int m = 0; m < NumPorts; m++) behind_q[m] <= |(grant & ((NumPorts'(1) << m) - 1'b1));
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : OneAtMost assert ((grant & (grant - 1'b1)) == '0); end
      begin : NobodyWaitsForNothing assert (!dispatch_valid_o || grant != '0); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (NumPorts < 1) NumPorts_must_be_at_least_1 u_bad_num_ports ();

endmodule
