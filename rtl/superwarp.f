// The RTL, packages first; from the root of the repository. Tops: memory_machine, lane_machine, coalescer.
rtl/slot_rule_pkg.sv
rtl/address_group.sv
rtl/bank.sv
rtl/broadcast_word.sv
rtl/coalescer.sv
rtl/dispatch_table.sv
rtl/lane_machine.sv
rtl/lane_responses.sv
rtl/lane_windows.sv
rtl/memory_machine.sv
rtl/mmu.sv
rtl/rpu_batch.sv
rtl/rpu_crossbar.sv
rtl/rpu_stream.sv
rtl/rsu.sv
rtl/slot_select_loop.sv
rtl/slot_select_tree.sv
