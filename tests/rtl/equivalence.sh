#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# equivalence.sh RTL_DIR SCRATCH_DIR ["WIDTH NUM_REQUESTS ADDR_WIDTH DATA_WIDTH" ...]: proves with a SAT solver that two
# forms of one function are equal for all inputs, and refutes broken copies:
#   slot_select_loop and slot_select_tree, at these sizes
#   the routing network's levels and requests that go to their banks
#   slot_select_row, in both its forms, and what the UMM does in a slot, as loops
#   slot_select_pairs and two_ports, in both forms, and what banks of two words or ports do in a slot, as loops
#   a tile of bit_tile_pkg and a plain transposition
#   the RSU whose table is read through key_port and the RSU without
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"
shift 2
sizes=("$@")
# One warp; super warps of 2 and 3; the narrowest lanes; a number of requests that is not a power of two.
((${#sizes[@]})) || sizes=("4 4 6 2" "4 8 5 1" "2 6 5 2" "2 4 3 1" "8 5 6 1")

# equal FOLDER ONE OTHER PARAMETERS SOURCE...: is the module ONE of FOLDER, with the other sources of FOLDER, the module
# OTHER, in a file of its own? 0: proven equal; 1: refuted.
equal() {
  local from=$1 one=$2 other=$3 set=$4 flat="setattr -mod -unset keep_hierarchy; proc; flatten; opt; memory; opt"
  shift 4
  yosys -q -l equal.log -p "read_verilog -defer -sv $other; hierarchy -top $(basename "$other" .sv) $set; $flat
    rename -top other; design -stash other
    read_verilog -defer -sv $(in_rtl "$from" "$one.sv" "$@" | paste -sd' '); hierarchy -top $one $set; $flat
    rename -top one; design -stash one
    design -copy-from one -as one one; design -copy-from other -as other other
    miter -equiv -flatten -make_outputs one other miter
    hierarchy -top miter; techmap; opt
    sat -verify -prove trigger 0 -show-inputs -show-outputs miter" >/dev/null 2>&1 || true
  if grep -q "no model found: SUCCESS" equal.log; then return 0; fi
  if grep -q "model found: FAIL" equal.log; then return 1; fi
  tail -20 equal.log
  echo "no verdict on $one"
  exit 2
}

# proven WHAT FOLDER ...: the arguments of equal, which must say so.
proven() {
  if ! equal "${@:2}"; then
    sed -n '/Signal Name/,$p' equal.log
    echo "not equal: $1"
    exit 1
  fi
  echo "proven equal: $1"
}

# refuted FILE OLD NEW ONE OTHER ...: so must not the copy that is broken there.
refuted() {
  broken_copy "$1" "$2" "$3"
  if equal "$PWD/broken" "${@:4}"; then
    echo "not refuted: $2 -> $3"
    exit 1
  fi
  echo "refuted: $2 -> $3"
}

tree=(slot_select_tree "$(in_rtl "$rtl" slot_select_loop.sv)")
inner=(warp_pair.sv request_pairs.sv slot_gather.sv word_gather.sv)
select_set() { echo "-chparam Width $1 -chparam NumRequests $2 -chparam AddrWidth $3 -chparam DataWidth $4"; }
for size in "${sizes[@]}"; do
  # shellcheck disable=SC2086  # four numbers
  proven "slot_select_tree, $size" "$rtl" "${tree[@]}" "$(select_set $size)" "${inner[@]}"
done
refuted_tree() { refuted "$@" "${tree[@]}" "$(select_set 4 4 6 2)" "${inner[@]}"; }
refuted_tree request_pairs.sv 'k < i)' 'k < i - 1)'
refuted_tree warp_pair.sv 'leads_i & same_addr' 'leads_i & same_bank'
refuted_tree slot_select_tree.sv 'served | (pending & follows[m*Lanes +: Lanes])' 'served'
refuted_tree slot_gather.sv '{DataWidth{write_i}}' "{DataWidth{1'b1}}"
refuted_tree word_gather.sv 'i < NumRequests; i++' 'i < NumRequests - 1; i++'

# Requests that go to their banks: the lowest that wants a bank has it. Through all levels of the network, and at once.
ports='input logic [NumRequests-1:0] wants_i, input logic [NumRequests*BankWidth-1:0] bank_i,
  input logic [NumRequests*Bits-1:0] bits_i, output logic [Width-1:0] valid_o, output logic [Width*Bits-1:0] bits_o'
# shellcheck disable=SC2016  # SystemVerilog's $
parameters='parameter int Width = 4, parameter int NumRequests = 4, parameter int Bits = 1,
  localparam int BankWidth = $clog2(Width)'
mkdir -p network
cat >network/routed.sv <<END
module routed #($parameters) ($ports);
  localparam int Element = 1 + BankWidth + Bits;
  localparam int Merges  = \$clog2(NumRequests);
  localparam int Places  = 1 << Merges;
  logic [Places*Element-1:0] from, to;
  logic [Width-1:0]          taken;
  always_comb begin
    taken = '0;
    for (int i = 0; i < Places; i++) from[i*Element +: Element] = {1'b1, {(Element - 1){1'b0}}};
    for (int i = 0; i < NumRequests; i++) begin
      from[i*Element +: Element] = {~(wants_i[i] & ~taken[bank_i[i*BankWidth +: BankWidth]]),
                                    bank_i[i*BankWidth +: BankWidth], bits_i[i*Bits +: Bits]};
      if (wants_i[i]) taken[bank_i[i*BankWidth +: BankWidth]] = 1'b1;
    end
    for (int b = 0; b < Width; b++) begin
      valid_o[b]             = !to[b*Element + Element - 1];
      bits_o[b*Bits +: Bits] = to[b*Element +: Bits] & {Bits{valid_o[b]}};
    end
  end
  network_levels #(
    .Places(Places), .BankWidth(BankWidth), .Bits(Bits), .First(0), .Count(Merges * (Merges + 1) / 2 + BankWidth)
  ) u_levels (.from_i(from), .to_o(to));
endmodule
END
cat >at_once.sv <<END
module at_once #($parameters) ($ports);
  always_comb begin
    valid_o = '0;
    bits_o  = '0;
    for (int i = NumRequests - 1; i >= 0; i--) begin
      if (wants_i[i]) begin
        valid_o[bank_i[i*BankWidth +: BankWidth]] = 1'b1;
        bits_o[bank_i[i*BankWidth +: BankWidth]*Bits +: Bits] = bits_i[i*Bits +: Bits];
      end
    end
  end
endmodule
END
network_set() { echo "-chparam Width $1 -chparam NumRequests $2 -chparam Bits $3"; }
for size in "2 2 1" "4 4 2" "4 8 1" "2 6 1"; do
  cp "$rtl/network_levels.sv" network
  # shellcheck disable=SC2086  # three numbers
  proven "network_levels, $size" "$PWD/network" routed "$PWD/at_once.sv" "$(network_set $size)" network_levels.sv
done
refuted_network() {
  broken_copy network_levels.sv "$1" "$2"
  cp network/routed.sv broken/
  if equal "$PWD/broken" routed "$PWD/at_once.sv" "$(network_set 4 4 2)" network_levels.sv; then
    echo "not refuted: $1 -> $2"
    exit 1
  fi
  echo "refuted: $1 -> $2"
}
refuted_network '(k < m) ? 1 : 0' '0'
refuted_network 'int k = BankWidth - 1; k >= 0; k--' 'int k = 0; k < BankWidth; k++'
refuted_network '|| (!high[Element-1] && !high[Bits + k])' ''
# selection NAME: NAME.sv, the ports of a selection and then standard input.
selection() {
  { echo "module $1 $selection_ports" && cat; } >"$1.sv"
}
selection_ports='#(
  parameter int Width = 0, parameter int NumRequests = 0, parameter int AddrWidth = 0, parameter int DataWidth = 0,
  parameter int Shallow = 0
) (
  input  logic                             write_i,
  input  logic [NumRequests-1:0]           pending_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,
  input  logic [NumRequests*DataWidth-1:0] data_i,
  output logic [NumRequests-1:0]           leads_o,
  output logic [NumRequests-1:0]           served_o,
  output logic [Width*AddrWidth-1:0]       bank_req_o,
  output logic [Width*DataWidth-1:0]       bank_data_o
);'
selection umm_slot <<'END'
  localparam int BankWidth = $clog2(Width);
  localparam int RowWidth  = AddrWidth - 1 - BankWidth;
  always_comb begin
    logic [RowWidth:0] row;
    logic [Width-1:0]  busy;
    row = '0;
    for (int i = NumRequests - 1; i >= 0; i--) if (pending_i[i]) row = addr_i[i*AddrWidth+BankWidth +: RowWidth+1];
    busy = '0;
    bank_data_o = '0;
    for (int i = NumRequests - 1; i >= 0; i--) begin
      served_o[i] = pending_i[i] && addr_i[i*AddrWidth+BankWidth +: RowWidth+1] == row;
      for (int b = 0; b < Width; b++) begin
        if (served_o[i] && addr_i[i*AddrWidth +: BankWidth] == b) begin
          busy[b] = 1'b1;
          if (write_i) bank_data_o[b*DataWidth +: DataWidth] = data_i[i*DataWidth +: DataWidth];
        end
      end
    end
    for (int b = 0; b < Width; b++) bank_req_o[b*AddrWidth +: AddrWidth] = {busy[b], row[RowWidth-1:0], BankWidth'(b)};
    for (int i = 0; i < NumRequests; i++) begin
      leads_o[i] = served_o[i];
      for (int k = 0; k < i; k++) begin
        if (served_o[k] && addr_i[k*AddrWidth +: BankWidth] == addr_i[i*AddrWidth +: BankWidth]) leads_o[i] = 1'b0;
      end
    end
  end
endmodule
END
row=(slot_select_row "$PWD/umm_slot.sv")
inner=(address_group.sv lowest_of_banks.sv slot_gather.sv word_gather.sv)
for size in "4 4 6 2" "4 8 5 1" "2 6 5 2"; do
  for shallow in 0 1; do
    # shellcheck disable=SC2086  # four numbers
    proven "slot_select_row, $size, Shallow $shallow" "$rtl" \
      "${row[@]}" "$(select_set $size) -chparam Shallow $shallow" "${inner[@]}"
  done
done
# As loops this takes the solver minutes.
proven "slot_select_row, 8 8 6 1, Shallow 1" "$rtl" "${row[@]}" "$(select_set 8 8 6 1) -chparam Shallow 1" "${inner[@]}"
refuted_row() { refuted "${@:2}" "${row[@]}" "$(select_set 4 4 6 2) -chparam Shallow $1" "${inner[@]}"; }
refuted_row 0 lowest_of_banks.sv 'among_i[i] & ~busy[bank]' 'among_i[i]'
refuted_row 1 lowest_of_banks.sv 'here & ~above_lowest(here)' 'here'
refuted_row 1 address_group.sv '{RowWidth{leader[i]}}' '{RowWidth{pending_i[i]}}'
refuted_row 1 slot_select_row.sv "row, BankWidth'(b)}" "RowWidth'(0), BankWidth'(b)}"

# What banks of two words do in a slot, as loops: docs/spec/banks.md.
selection pairs_slot <<'END'
  localparam int BankWidth = $clog2(Width);
  always_comb begin
    served_o = '0;
    leads_o = '0;
    bank_req_o = '0;
    bank_data_o = '0;
    for (int i = 0; i < NumRequests; i++) begin
      // Served unless the lowest pending request in the bank, of both halves, is for another row.
      served_o[i] = pending_i[i];
      for (int k = NumRequests - 1; k >= 0; k--) begin
        if (pending_i[i] && pending_i[k] &&
            addr_i[k*AddrWidth+1 +: BankWidth-1] == addr_i[i*AddrWidth+1 +: BankWidth-1])
          served_o[i] = addr_i[k*AddrWidth+1 +: AddrWidth-2] == addr_i[i*AddrWidth+1 +: AddrWidth-2];
      end
    end
    for (int i = NumRequests - 1; i >= 0; i--) begin
      leads_o[i] = served_o[i];
      for (int k = 0; k < i; k++) begin
        if (served_o[k] && addr_i[k*AddrWidth +: AddrWidth-1] == addr_i[i*AddrWidth +: AddrWidth-1]) leads_o[i] = 1'b0;
      end
      for (int b = 0; b < Width; b++) begin
        if (served_o[i] && addr_i[i*AddrWidth +: BankWidth] == b) begin
          bank_req_o[b*AddrWidth +: AddrWidth] = {1'b1, addr_i[i*AddrWidth +: AddrWidth-1]};
          bank_data_o[b*DataWidth +: DataWidth] = data_i[i*DataWidth +: DataWidth] & {DataWidth{write_i}};
        end
      end
    end
  end
endmodule
END
pairs=(slot_select_pairs "$PWD/pairs_slot.sv")
inner=(slot_select_loop.sv slot_select_tree.sv warp_pair.sv request_pairs.sv lowest_of_banks.sv slot_gather.sv \
  word_gather.sv)
for shallow in 0 1; do
  proven "slot_select_pairs, 4 4 5 1, Shallow $shallow" "$rtl" \
    "${pairs[@]}" "$(select_set 4 4 5 1) -chparam Shallow $shallow" "${inner[@]}"
done
refuted slot_select_pairs.sv '+1 +: CellWidth' ' +: CellWidth' \
  "${pairs[@]}" "$(select_set 4 4 5 1) -chparam Shallow 1" "${inner[@]}"

# What banks of two ports do in a slot: the requests of a slot of banks with one port, then those of the slot behind it.
cat >ports_slot.sv <<'END'
module ports_slot #(parameter int Width = 0, NumRequests = 0, AddrWidth = 0, DataWidth = 0, Shallow = 0) (
  input  logic                             write_i,
  input  logic [NumRequests-1:0]           pending_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,
  input  logic [NumRequests*DataWidth-1:0] data_i,
  output logic [NumRequests-1:0]           first_o,
  output logic [NumRequests-1:0]           second_o,
  output logic [NumRequests*AddrWidth-1:0] addr_o,
  output logic [2*Width*AddrWidth-1:0]     port_req_o,
  output logic [2*Width*DataWidth-1:0]     port_data_o
);
  localparam int BankWidth = $clog2(Width);
  localparam int RowWidth  = AddrWidth - 2 - BankWidth;
  localparam int Place     = BankWidth + RowWidth;
  logic [NumRequests-1:0] is_new;
  always_comb begin
    int rank;
    port_req_o = '0;
    port_data_o = '0;
    for (int i = 0; i < NumRequests; i++) begin
      is_new[i] = pending_i[i];
      for (int k = 0; k < i; k++)
        if (pending_i[k] && addr_i[k*AddrWidth +: Place] == addr_i[i*AddrWidth +: Place]) is_new[i] = 1'b0;
    end
    for (int b = 0; b < 2*Width; b++) port_req_o[b*AddrWidth +: BankWidth+1] = (BankWidth + 1)'(b);
    for (int i = NumRequests - 1; i >= 0; i--) begin
      // The number of words of the bank whose lowest lane is below that of request i's word.
      rank = 0;
      for (int k = 0; k < NumRequests; k++) begin
        logic before_it;
        before_it = is_new[k] && addr_i[k*AddrWidth +: BankWidth] == addr_i[i*AddrWidth +: BankWidth];
        for (int m = 0; m <= k; m++)
          if (pending_i[m] && addr_i[m*AddrWidth +: Place] == addr_i[i*AddrWidth +: Place]) before_it = 1'b0;
        if (before_it) rank = rank + 1;
      end
      first_o[i]  = pending_i[i] && rank == 0;
      second_o[i] = pending_i[i] && rank == 1;
      addr_o[i*AddrWidth +: AddrWidth] = {1'b0, addr_i[i*AddrWidth+BankWidth +: RowWidth],
          second_o[i], addr_i[i*AddrWidth +: BankWidth]};
      for (int b = 0; b < 2*Width; b++) begin
        if ((first_o[i] || second_o[i]) && {second_o[i], addr_i[i*AddrWidth +: BankWidth]} == (BankWidth + 1)'(b)) begin
          port_req_o[b*AddrWidth +: AddrWidth] = {1'b1, addr_i[i*AddrWidth+BankWidth +: RowWidth], (BankWidth + 1)'(b)};
          port_data_o[b*DataWidth +: DataWidth] = data_i[i*DataWidth +: DataWidth] & {DataWidth{write_i}};
        end
      end
    end
  end
endmodule
END
ports=(two_ports "$PWD/ports_slot.sv")
inner=(slot_rule_pkg.sv slot_select.sv slot_select_row.sv slot_select_pairs.sv address_group.sv "${inner[@]}")
for shallow in 0 1; do
  proven "two_ports, 2 4 5 1, Shallow $shallow" "$rtl" "${ports[@]}" "$(select_set 2 4 5 1) -chparam Shallow $shallow" \
    "${inner[@]}"
done
refuted two_ports.sv 'pending_i & ~first_o' 'pending_i' "${ports[@]}" "$(select_set 2 4 5 1) -chparam Shallow 0" \
  "${inner[@]}"

# tile RTL_DIR: tile.sv, a tile transposed by the package of RTL_DIR; its columns are brought into their order.
tile() {
  cat "$(in_rtl "$1" bit_tile_pkg.sv)" - >tile.sv <<'END'
module tile (
  input  logic [bit_tile_pkg::TileBits-1:0] rows_i,
  output logic [bit_tile_pkg::TileBits-1:0] columns_o,
  output logic [bit_tile_pkg::TileBits-1:0] back_o
);
  always_comb begin
    logic [bit_tile_pkg::TileBits-1:0] columns;
    columns = bit_tile_pkg::tile_transposed(rows_i);
    back_o  = bit_tile_pkg::tile_transposed(columns);
    for (int c = 0; c < bit_tile_pkg::TileColumns; c++)
      columns_o[c*bit_tile_pkg::TileRows +: bit_tile_pkg::TileRows] =
        columns[bit_tile_pkg::tile_column(c) +: bit_tile_pkg::TileRows];
  end
endmodule
END
}
cat >tile_plain.sv <<'END'
module tile_plain (input logic [255:0] rows_i, output logic [255:0] columns_o, output logic [255:0] back_o);
  always_comb begin
    for (int r = 0; r < 8; r++) for (int c = 0; c < 32; c++) columns_o[c*8 + r] = rows_i[r*32 + c];
    back_o = rows_i;
  end
endmodule
END
tile "$rtl"
proven "tile_transposed and a plain transposition" "$PWD" tile_plain "$PWD/tile.sv" ""
broken_copy bit_tile_pkg.sv '(one & moves) | ((other & moves) << n)' 'one'
tile "$PWD/broken"
if equal "$PWD" tile_plain "$PWD/tile.sv" ""; then
  echo "not refuted: a tile in which rows lose their bits"
  exit 1
fi
echo "refuted: a tile in which rows lose their bits"

# ported RTL_DIR MAPPING HOLD: with and without Ports the RSU is the same, register by register.
ported() {
  local ports script=""
  for ports in 0 1; do
    script+="read_verilog -noassert -sv $1/rsu.sv $(in_rtl "$1" key_port.sv)
      chparam -set Mapping \"$2\" -set Width 4 -set NumRequests 3 -set NumRows 8 -set AddrWidth 6 -set Hold $3 \
        -set Ports $ports rsu
      hierarchy -check -top rsu; setattr -mod -unset keep_hierarchy *
      proc; flatten; memory; opt; rename -top rsu$ports; design -stash ports$ports
      "
  done
  yosys -q -l ports.log -p "$script
    design -copy-from ports0 rsu0; design -copy-from ports1 rsu1
    equiv_make rsu0 rsu1 both; hierarchy -top both; techmap; opt
    equiv_simple -undef; equiv_induct -undef; equiv_status -assert" >/dev/null 2>&1
}
for mapping in random-shift random-xor; do
  for hold in 0 1; do
    ported "$rtl" "$mapping" "$hold" || {
      tail -20 ports.log
      exit 1
    }
  done
  echo "proven equal: $mapping with ports and without"
done
broken_copy key_port.sv '(j + (1 << bits))' 'j'
if ported "$PWD/broken" random-shift 0 || ! grep -q 'unproven' ports.log; then
  echo 'not refuted: a port that reads only its lower half'
  exit 1
fi
echo 'refuted: a port that reads only its lower half'
