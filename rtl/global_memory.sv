// SPDX-License-Identifier: Apache-2.0
// The global memory of the hierarchical memory machine: one memory machine whose slots serve rows (the UMM, or with
// super warps the Super UMM), reached by the multiprocessors through an arbiter.
//
//     multiprocessor 0 --\
//     multiprocessor 1 ---> global_arbiter -> memory_machine -> back by tag
//     ...              --/
//
// Parameters, ports and timing are those of memory_machine.sv, except that a dispatch has NumPorts ports: bits of port
// m are at place m of every vector. Tags tell which multiprocessor a response belongs to.
//
// Source     docs/spec/hierarchy.md.

module global_memory #(
  parameter     Mapping    = "identity",
  parameter int NumPorts   = 2,     // multiprocessors, >= 1
  parameter int Width      = 32,
  parameter int SuperWarp  = 1,
  parameter int NumRows    = 1024,
  parameter int AddrWidth  = 32,
  parameter int DataWidth  = 32,
  parameter int TagWidth   = 32,
  parameter int MaxLatency = 1024,
  parameter int Shallow    = 0,
  parameter int ReturnLane = 32,

  localparam int NumRequests  = SuperWarp * Width,
  localparam int LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic [LatencyWidth-1:0]                   latency_i,
  input  logic                                      key_valid_i,
  input  logic [31:0]                               key_index_i,
  input  logic [31:0]                               key_value_i,

  input  logic [NumPorts-1:0]                       dispatch_valid_i,
  output logic [NumPorts-1:0]                       dispatch_ready_o,  // see global_arbiter.sv
  input  logic [NumPorts-1:0]                       dispatch_write_i,
  input  logic [NumPorts*TagWidth-1:0]              dispatch_tag_i,
  input  logic [NumPorts*NumRequests-1:0]           dispatch_active_i,
  input  logic [NumPorts*NumRequests*AddrWidth-1:0] dispatch_addr_i,
  input  logic [NumPorts*NumRequests*DataWidth-1:0] dispatch_data_i,

  output logic                                      access_valid_o,
  output logic [Width*AddrWidth-1:0]                bank_req_o,
  output logic [Width-1:0]                          bank_write_o,
  output logic [Width*DataWidth-1:0]                bank_data_o,
  output logic [NumRequests-1:0]                    lane_valid_o,
  output logic [NumRequests*ReturnLane-1:0]         lane_bank_o,
  output logic [NumRequests*DataWidth-1:0]          lane_data_o,
  output logic [TagWidth-1:0]                       lane_tag_o,
  output logic                                      lane_complete_o
);

  logic                             valid, ready, write;
  logic [TagWidth-1:0]              tag;
  logic [NumRequests-1:0]           active;
  logic [NumRequests*AddrWidth-1:0] addr;
  logic [NumRequests*DataWidth-1:0] data;

  global_arbiter #(
    .NumPorts(NumPorts), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .TagWidth(TagWidth)
  ) u_arbiter (
    .clk_i, .rst_ni,
    .port_valid_i(dispatch_valid_i), .port_ready_o(dispatch_ready_o), .port_write_i(dispatch_write_i),
    .port_tag_i(dispatch_tag_i), .port_active_i(dispatch_active_i), .port_addr_i(dispatch_addr_i),
    .port_data_i(dispatch_data_i),
    .dispatch_valid_o(valid), .dispatch_ready_i(ready), .dispatch_write_o(write), .dispatch_tag_o(tag),
    .dispatch_active_o(active), .dispatch_addr_o(addr), .dispatch_data_o(data)
  );

  memory_machine #(
    .Mapping(Mapping), .Width(Width), .SuperWarp(SuperWarp), .NumRows(NumRows), .AddrWidth(AddrWidth),
    .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(MaxLatency), .SlotRule(slot_rule_pkg::Group),
    .Shallow(Shallow), .ReturnLane(ReturnLane)
  ) u_memory (
    .clk_i, .rst_ni, .latency_i, .key_valid_i, .key_index_i, .key_value_i,
    .dispatch_valid_i(valid), .dispatch_ready_o(ready), .dispatch_write_i(write), .dispatch_tag_i(tag),
    .dispatch_active_i(active), .dispatch_addr_i(addr), .dispatch_data_i(data),
    .access_valid_o, .bank_req_o, .bank_write_o, .bank_data_o,
    .lane_valid_o, .lane_bank_o, .lane_data_o, .lane_tag_o, .lane_complete_o
  );

  ////////////////
  // Parameters //
  ////////////////

  if (NumPorts < 1) NumPorts_must_be_at_least_1 u_bad_ports ();

endmodule
