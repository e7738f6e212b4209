// SPDX-License-Identifier: Apache-2.0
// Laws of the serial RPU: properties for scripts/prove. A batch RPU beside it gets every super warp in the cycle in
// which the last warp goes on from counting; both do the same in every cycle. With B1 to B8 of the batch, that is all.
//
//   S1  a slot serves the requests that the batch's slot serves
//   S2  the banks get the rows, kinds and words that the batch gives them
//   S3  a slot has the tag of the batch's, and is the last one if the batch's is
//   S4  a warp waits only while a last warp waits for the batch's last slot
//
// Source: docs/spec/serial.md.

module rpu_serial_properties #(
  parameter int Property  = 1,
  parameter int Width     = 2,
  parameter int SuperWarp = 2,
  parameter int Intake    = 1,
  parameter int Shallow   = 0,

  localparam int NumRequests = SuperWarp * Width,
  localparam int AddrWidth   = $clog2(Width) + 3,  // four rows: they are compared and nothing else
  localparam int CountWidth  = $clog2(SuperWarp)
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       dispatch_valid_i,
  input logic                       dispatch_write_i,
  input logic                       dispatch_tag_i,
  input logic [Width-1:0]           dispatch_active_i,
  input logic [Width*AddrWidth-1:0] dispatch_addr_i,
  input logic [Width-1:0]           dispatch_data_i
);

  logic      started_q = 1'b0;
  wire logic running   = rst_ni & started_q;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  // The super warp that goes in: all its warps have the kind and the tag of its first.
  logic                             write_q, tag_q;
  logic [CountWidth-1:0]            number_q;
  logic [NumRequests-1:0]           active_q, data_q;
  logic [NumRequests*AddrWidth-1:0] addr_q;

  wire logic                  write = (number_q == '0) ? dispatch_write_i : write_q;
  wire logic                  tag   = (number_q == '0) ? dispatch_tag_i : tag_q;
  wire logic                  last  = number_q == CountWidth'(SuperWarp - 1);
  logic [Width*AddrWidth-1:0] location;

  always_comb begin
    for (int i = 0; i < Width; i++) begin
      location[i*AddrWidth +: AddrWidth] = {1'b0, dispatch_addr_i[i*AddrWidth +: AddrWidth-1]};
    end
  end

  logic                       ready, valid, complete, slot_tag;
  logic [NumRequests-1:0]     served;
  logic [Width*AddrWidth-1:0] bank_req;
  logic [Width-1:0]           bank_write, bank_data;
  logic [NumRequests*AddrWidth-1:0] unused_addr, unused_batch_addr;

  rpu_serial #(
    .Width(Width), .SuperWarp(SuperWarp), .AddrWidth(AddrWidth), .DataWidth(1), .TagWidth(1), .Intake(Intake),
    .Shallow(Shallow)
  ) u_rpu (
    .clk_i, .rst_ni(running),
    .dispatch_valid_i, .dispatch_ready_o(ready), .dispatch_write_i(write), .dispatch_tag_i(tag),
    .dispatch_active_i, .dispatch_data_i, .location_i(location),
    .slot_valid_o(valid), .slot_bank_req_o(bank_req), .slot_bank_write_o(bank_write), .slot_bank_data_o(bank_data),
    .slot_served_o(served), .slot_addr_o(unused_addr), .slot_tag_o(slot_tag), .slot_complete_o(complete)
  );

  logic [NumRequests-1:0]           all_active, all_data;
  logic [NumRequests*AddrWidth-1:0] all_addr;

  always_comb begin
    all_active = active_q;
    all_data   = data_q;
    all_addr   = addr_q;
    for (int m = 0; m < SuperWarp; m++) begin
      if (number_q == CountWidth'(m)) begin
        all_active[m*Width +: Width]                     = dispatch_active_i;
        all_data[m*Width +: Width]                       = dispatch_data_i;
        all_addr[m*Width*AddrWidth +: Width*AddrWidth] = location;
      end
    end
  end

  logic                             whole_q;  // a whole super warp is between port and batch
  logic                             whole, whole_write, whole_tag, batch_ready;
  logic                             whole_write_q, whole_tag_q;
  logic [NumRequests-1:0]           whole_active, whole_data, whole_active_q, whole_data_q;
  logic [NumRequests*AddrWidth-1:0] whole_addr, whole_addr_q, batch_addr_q;
  wire logic                        goes_in = running & dispatch_valid_i & ready;

  if (Intake == 1) begin : gen_at_once
    assign {whole, whole_write, whole_tag}      = {dispatch_valid_i & last, write, tag};
    assign {whole_active, whole_data, whole_addr} = {all_active, all_data, all_addr};
  end else begin : gen_later
    assign {whole, whole_write, whole_tag}      = {whole_q, whole_write_q, whole_tag_q};
    assign {whole_active, whole_data, whole_addr} = {whole_active_q, whole_data_q, whole_addr_q};
  end

  always_ff @(posedge clk_i) begin
    if (!running) begin
      number_q <= '0;
      whole_q  <= 1'b0;
    end else begin
      if (goes_in) number_q <= last ? '0 : number_q + 1'b1;
      if (goes_in && last) begin
        whole_q <= 1'b1;
      end else if (batch_ready) begin
        whole_q <= 1'b0;
      end
    end
    if (goes_in) begin
      write_q  <= write;
      tag_q    <= tag;
      active_q <= all_active;
      data_q   <= all_data;
      addr_q   <= all_addr;
    end
    if (goes_in && last) begin
      {whole_write_q, whole_tag_q}                  <= {write, tag};
      {whole_active_q, whole_data_q, whole_addr_q} <= {all_active, all_data, all_addr};
    end
    if (whole && batch_ready) batch_addr_q <= whole_addr;
  end

  logic                       batch_valid, batch_complete, batch_tag;
  logic [NumRequests-1:0]     batch_served;
  logic [Width*AddrWidth-1:0] batch_req;
  logic [Width-1:0]           batch_write, batch_data;

  rpu_batch #(
    .Width(Width), .SuperWarp(SuperWarp), .AddrWidth(AddrWidth), .DataWidth(1), .TagWidth(1), .Shallow(1)
  ) u_batch (
    .clk_i, .rst_ni(running),
    .dispatch_valid_i(whole), .dispatch_ready_o(batch_ready), .dispatch_write_i(whole_write),
    .dispatch_tag_i(whole_tag), .dispatch_active_i(whole_active), .dispatch_data_i(whole_data),
    .location_i(batch_addr_q),
    .slot_valid_o(batch_valid), .slot_bank_req_o(batch_req), .slot_bank_write_o(batch_write),
    .slot_bank_data_o(batch_data), .slot_served_o(batch_served), .slot_addr_o(unused_batch_addr),
    .slot_tag_o(batch_tag), .slot_complete_o(batch_complete)
  );

  logic holds;

  always_comb begin
    case (Property)
      1: holds = valid == batch_valid && (!valid || served == batch_served);
      2: holds = !valid || (bank_req == batch_req && bank_write == batch_write && bank_data == batch_data);
      3: holds = !valid || (slot_tag == batch_tag && complete == batch_complete);
      4: holds = ready == (batch_ready | ((Intake == 1) ? ~last : ~whole_q));
      default: holds = 1'b0;
    endcase
    if (running) assert (holds);
  end

endmodule
