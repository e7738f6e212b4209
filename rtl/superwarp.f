// The RTL, packages first; from the root of the repository. Tops: memory_machine, coalescer.
rtl/slot_rule_pkg.sv
rtl/address_group.sv
rtl/bank.sv
rtl/broadcast_word.sv
rtl/coalescer.sv
rtl/memory_machine.sv
rtl/mmu.sv
rtl/rpu.sv
rtl/rsu.sv
rtl/slot_select_loop.sv
rtl/slot_select_tree.sv
