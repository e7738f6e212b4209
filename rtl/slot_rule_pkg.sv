// SPDX-License-Identifier: Apache-2.0
// What one slot may serve: values of the parameter SlotRule of the RPU and the memory machine.

package slot_rule_pkg;

  localparam int Word      = 0;  // a word of every bank, equal requests merge       DMM, SDMM, RSDMM
  localparam int Group     = 1;  // one row of all banks (slot_select_row.sv)        UMM, Super UMM
  localparam int Broadcast = 2;  // one word for all who want it, and one thread
                                 // for every other bank (broadcast_word.sv)         GT200

endpackage
