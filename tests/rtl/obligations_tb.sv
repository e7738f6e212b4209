// SPDX-License-Identifier: Apache-2.0
// What units may expect of those around them is asserted. +latency, +tag, +kind, +leads and +request each break an
// obligation; without one all are kept. Under Icarus Verilog and Verilator.
module obligations_tb;
  logic clk = 1'b0, rst_n = 1'b0;
  int   cycle = 0;
  logic bad_latency, bad_tag, bad_kind, bad_leads, bad_request;

  // A latency behind a route of 5 stages: latency_i is 6 or 7.
  memory_machine #(
    .Width(4), .NumRows(2), .AddrWidth(4), .DataWidth(1), .TagWidth(1), .MaxLatency(2), .Route(5), .ReturnLane(2)
  ) u_routed (
    .clk_i(clk), .rst_ni(rst_n), .latency_i((bad_latency) ? 3'd3 : 3'd6),
    .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0),
    .dispatch_valid_i(1'b0), .dispatch_ready_o(), .dispatch_write_i(1'b0), .dispatch_tag_i(1'b0),
    .dispatch_active_i(4'd0), .dispatch_addr_i(16'd0), .dispatch_data_i(4'd0),
    .access_valid_o(), .bank_req_o(), .bank_write_o(), .bank_data_o(),
    .lane_valid_o(), .lane_bank_o(), .lane_data_o(), .lane_tag_o(), .lane_complete_o()
  );

  // The two warps of a super warp: cycles 2 and 3.
  memory_machine #(
    .Rpu("serial"), .Width(2), .SuperWarp(2), .NumRows(4), .AddrWidth(4), .DataWidth(8), .TagWidth(8), .MaxLatency(2),
    .ReturnLane(1)
  ) u_serial (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(2'd2), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0),
    .dispatch_valid_i(cycle == 2 || cycle == 3), .dispatch_ready_o(),
    .dispatch_write_i(bad_kind && cycle == 3), .dispatch_tag_i((bad_tag && cycle == 3) ? 8'd2 : 8'd1),
    .dispatch_active_i(2'b11), .dispatch_addr_i((cycle == 2) ? 8'h10 : 8'h32), .dispatch_data_i(16'h1122),
    .access_valid_o(), .bank_req_o(), .bank_write_o(), .bank_data_o(),
    .lane_valid_o(), .lane_bank_o(), .lane_data_o(), .lane_tag_o(), .lane_complete_o()
  );

  // A slot whose lanes 0 and 1 lead, in banks 0 and 1.
  slot_router #(
    .Width(2), .NumRequests(2), .AddrWidth(3), .DataWidth(1), .TagWidth(1), .Stages(1)
  ) u_router (
    .clk_i(clk), .rst_ni(rst_n), .slot_valid_i(cycle == 2), .slot_write_i(1'b0), .slot_leads_i(2'b11),
    .slot_data_i(2'd0), .slot_served_i(2'b11), .slot_addr_i({(bad_leads) ? 3'd0 : 3'd1, 3'd0}), .slot_tag_i(1'b0),
    .slot_complete_i(1'b1),
    .slot_valid_o(), .slot_bank_req_o(), .slot_bank_write_o(), .slot_bank_data_o(), .slot_served_o(), .slot_addr_o(),
    .slot_tag_o(), .slot_complete_o()
  );

  // A slot in which bank 1 serves lane 1: row 1.
  mmu #(
    .Width(2), .NumLanes(2), .NumTags(2), .AddrWidth(3), .DataWidth(1), .TagWidth(1), .NumRows(2), .MaxLatency(2),
    .ReturnLane(1)
  ) u_mmu (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(2'd1), .slot_valid_i(cycle == 2), .slot_bank_req_i({3'b111, 3'b000}),
    .slot_bank_write_i(2'b00), .slot_bank_data_i(2'b00), .slot_served_i(2'b10),
    .slot_addr_i({(bad_request) ? 3'b001 : 3'b011, 3'b000}), .slot_tag_i(2'b00), .slot_complete_i(2'b10),
    .access_valid_o(), .bank_req_o(), .bank_write_o(), .bank_data_o(),
    .lane_valid_o(), .lane_bank_o(), .lane_data_o(), .lane_tag_o(), .lane_complete_o()
  );

  initial begin
    bad_latency = $test$plusargs("latency") != 0;
    bad_tag     = $test$plusargs("tag") != 0;
    bad_kind    = $test$plusargs("kind") != 0;
    bad_leads   = $test$plusargs("leads") != 0;
    bad_request = $test$plusargs("request") != 0;
    repeat (8) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      cycle = cycle + 1;
      rst_n = cycle >= 2;
    end
    $display("PASS");
    $finish;
  end
endmodule
