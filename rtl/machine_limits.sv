// SPDX-License-Identifier: Apache-2.0
// Ranges of the parameters that memory_machine.sv and lane_machine.sv share. No ports, no logic.
//
// An invalid parameter stops elaboration: the module that is instantiated for it does not exist, and its name is the
// error message. Every tool stops there. $error would not do: Icarus Verilog 11 has none outside of processes, and it is
// only a warning of Verilator 5.006, which -Wno-fatal passes.

module machine_limits #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width      = 2,
  parameter int NumBanks   = Width,
  parameter int Ports      = 1,  // of a bank
  parameter int SuperWarp  = 1,
  parameter int DataWidth  = 1,
  parameter int TagWidth   = 1,
  parameter int NumRows    = 1,
  parameter int AddrWidth  = 3,
  parameter int MaxLatency = 2,
  parameter int ReturnLane = 1,
  parameter int Depth      = 1,
  parameter int Queue      = 0,
  parameter int Passes     = 1,
  parameter int Store      = 0,
  parameter int Later      = 0,
  parameter int Shallow    = 0,
  parameter int FullestFirst = 0,
  parameter int RoundRobin = 0,
  parameter int SyncBanks  = 0
);

  localparam int BankWidth = (Ports*NumBanks > 1) ? $clog2(Ports*NumBanks) : 1;  // of the number of a port

  if (Width < 1 || Width > 128) begin : gen_bad_width
    Width_must_be_1_to_128 u_error ();
  end
  if (NumBanks < 1 || NumBanks > 128) begin : gen_bad_banks
    NumBanks_must_be_1_to_128 u_error ();
  end
  if (SuperWarp < 1 || SuperWarp > 16) begin : gen_bad_super_warp
    SuperWarp_must_be_1_to_16 u_error ();
  end
  if (DataWidth < 1) begin : gen_bad_data
    DataWidth_must_be_at_least_1 u_error ();
  end
  if (TagWidth < 1) begin : gen_bad_tag
    TagWidth_must_be_at_least_1 u_error ();
  end
  if ((NumRows & (NumRows - 1)) != 0 || NumRows < 1) begin : gen_bad_rows
    NumRows_must_be_a_power_of_two u_error ();
  end
  if (AddrWidth <= BankWidth + ((NumRows > 1) ? $clog2(NumRows) : 1)) begin : gen_bad_addr
    AddrWidth_must_hold_every_address_and_one_bit_more u_error ();
  end
  if (MaxLatency < 2 || (MaxLatency & (MaxLatency - 1)) != 0) begin : gen_bad_latency
    MaxLatency_must_be_a_power_of_two_at_least_2 u_error ();
  end
  if (ReturnLane < BankWidth || ReturnLane > AddrWidth) begin : gen_bad_return_lane
    ReturnLane_must_be_clog2_of_Ports_times_NumBanks_to_AddrWidth u_error ();
  end
  if (Depth < 1 || Depth > 16) begin : gen_bad_depth
    Depth_must_be_1_to_16 u_error ();
  end
  if (Queue < 0 || (Queue > 0 && Depth + Queue > 16)) begin : gen_bad_queue
    Queue_must_be_0_to_16_minus_Depth u_error ();
  end
  if (Passes < 1 || Passes > 4) begin : gen_bad_passes
    Passes_must_be_1_to_4 u_error ();
  end
  if (Store < 0 || Store > 16) begin : gen_bad_store
    Store_must_be_0_to_16 u_error ();
  end
  if (Later < 0 || Later > 2) begin : gen_bad_later
    Later_must_be_0_to_2 u_error ();
  end
  if (Shallow < 0 || Shallow > 1) begin : gen_bad_shallow
    Shallow_must_be_0_or_1 u_error ();
  end
  if (FullestFirst < 0 || FullestFirst > 1) begin : gen_bad_fullest_first
    FullestFirst_must_be_0_or_1 u_error ();
  end
  if (RoundRobin < 0 || RoundRobin > 1) begin : gen_bad_round_robin
    RoundRobin_must_be_0_or_1 u_error ();
  end
  if (SyncBanks < 0 || SyncBanks > 1) begin : gen_bad_sync_banks
    SyncBanks_must_be_0_or_1 u_error ();
  end

endmodule
