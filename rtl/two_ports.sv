// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot where banks have two ports: the first ports serve what a slot of banks with one
// port would, the second ports what the slot after that would.
//
// Contract   combinational. Port p of bank b is number p*Width + b. Requests to one word go to one port, so both ports
//            of a bank never have the same word.
// Cost       two selections, one behind the other: twice the area and the depth of one.
// Source     docs/spec/banks.md.

module two_ports #(
  parameter int Width       = 0,  // banks
  parameter int Warp        = Width,  // requests of a warp
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a row and a port need
  parameter int DataWidth   = 0,  // bits of a word
  parameter int SlotRule    = 0,  // one of slot_rule_pkg
  parameter int Words       = 1,  // see slot_select.sv
  parameter int Shallow     = 0   // 1: logarithmic depth, for silicon; 0: fast to simulate
) (
  input  logic                             write_i,     // the dispatch is a write
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           first_o,     // requests this slot serves by first ports
  output logic [NumRequests-1:0]           second_o,    // and by second ports; none is in both
  output logic [NumRequests*AddrWidth-1:0] addr_o,      // {0, row, port} of each request that is served
  output logic [2*Width*AddrWidth-1:0]     port_req_o,  // per port {valid, row, port}
  output logic [2*Width*DataWidth-1:0]     port_data_o  // per port the word to write, 0 on a read
);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;
  localparam int PortWidth = $clog2(2*Width);
  localparam int RowWidth  = AddrWidth - 1 - PortWidth;
  localparam int LaneWidth = 1 + RowWidth + BankWidth;  // of {0, row, bank}, without the bits of a port's number

  logic [NumRequests-1:0]           unused_first, unused_second;
  logic [NumRequests*LaneWidth-1:0] location;
  logic [Width*LaneWidth-1:0]       first_req, second_req;

  always_comb begin : narrow
    for (int i = 0; i < NumRequests; i++) location[i*LaneWidth +: LaneWidth] = addr_i[i*AddrWidth +: LaneWidth];
  end

  slot_select #(
    .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(LaneWidth), .DataWidth(DataWidth),
    .SlotRule(SlotRule), .Words(Words), .Shallow(Shallow), .Leads(0)
  ) u_first (
    .write_i, .pending_i, .addr_i(location), .data_i,
    .leads_o(unused_first), .served_o(first_o), .bank_req_o(first_req), .bank_data_o(port_data_o[0 +: Width*DataWidth])
  );

  slot_select #(
    .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(LaneWidth), .DataWidth(DataWidth),
    .SlotRule(SlotRule), .Words(Words), .Shallow(Shallow), .Leads(0)
  ) u_second (
    .write_i, .pending_i(pending_i & ~first_o), .addr_i(location), .data_i,
    .leads_o(unused_second), .served_o(second_o), .bank_req_o(second_req),
    .bank_data_o(port_data_o[Width*DataWidth +: Width*DataWidth])
  );

  always_comb begin : name_ports
    for (int b = 0; b < Width; b++) begin
      port_req_o[b*AddrWidth +: AddrWidth] =
          {first_req[b*LaneWidth + LaneWidth - 1], first_req[b*LaneWidth + BankWidth +: RowWidth], PortWidth'(b)};
      port_req_o[(Width + b)*AddrWidth +: AddrWidth] =
          {second_req[b*LaneWidth + LaneWidth - 1], second_req[b*LaneWidth + BankWidth +: RowWidth],
           PortWidth'(Width + b)};
    end
    for (int i = 0; i < NumRequests; i++) begin
      addr_o[i*AddrWidth +: AddrWidth] = {1'b0, addr_i[i*AddrWidth + BankWidth +: RowWidth],
          PortWidth'(addr_i[i*AddrWidth +: BankWidth]) + (second_o[i] ? PortWidth'(Width) : PortWidth'(0))};
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
