// SPDX-License-Identifier: Apache-2.0
// Ranges of the parameters that memory_machine.sv and lane_machine.sv share. No ports, no logic.
//
// An invalid parameter stops elaboration: the module that is instantiated for it does not exist, and its name is the
// error message. Every tool stops there. $error would not do: Icarus Verilog 11 has none outside of processes, and it
// is only a warning of Verilator 5.006, which -Wno-fatal passes.

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
  parameter int Shallow    = 0,
  parameter int SyncBanks  = 0
);

  localparam int BankWidth = (Ports*NumBanks > 1) ? $clog2(Ports*NumBanks) : 1;  // of the number of a port

  if (Width < 1 || Width > 128) Width_must_be_1_to_128 u_bad_width ();
  if (NumBanks < 1 || NumBanks > 128) NumBanks_must_be_1_to_128 u_bad_banks ();
  if (SuperWarp < 1 || SuperWarp > 16) SuperWarp_must_be_1_to_16 u_bad_super_warp ();
  if (DataWidth < 1) DataWidth_must_be_at_least_1 u_bad_data ();
  if (TagWidth < 1) TagWidth_must_be_at_least_1 u_bad_tag ();
  if ((NumRows & (NumRows - 1)) != 0 || NumRows < 1) NumRows_must_be_a_power_of_two u_bad_rows ();
  if (AddrWidth <= BankWidth + ((NumRows > 1) ? $clog2(NumRows) : 1))
    AddrWidth_must_hold_every_address_and_one_bit_more u_bad_addr ();
  if (MaxLatency < 2 || (MaxLatency & (MaxLatency - 1)) != 0)
    MaxLatency_must_be_a_power_of_two_at_least_2 u_bad_latency ();
  if (ReturnLane < BankWidth || ReturnLane > AddrWidth)
    ReturnLane_must_be_clog2_of_Ports_times_NumBanks_to_AddrWidth u_bad_return_lane ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();
  if (SyncBanks < 0 || SyncBanks > 1) SyncBanks_must_be_0_or_1 u_bad_sync_banks ();

endmodule
