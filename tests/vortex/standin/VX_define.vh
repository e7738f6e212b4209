// SPDX-License-Identifier: Apache-2.0
// Our own text: only the macros that VX_local_mem and its bus need.
`ifndef VX_DEFINE_VH
`define VX_DEFINE_VH
`define STRING string
`define CLOG2(x) $clog2(x)
`define UP(x) (((x) > 0) ? (x) : 1)
`define XLEN 32
`define UNUSED_SPARAM(x) \
  /* verilator lint_off UNUSED */ \
  localparam string unused_``x = x; \
  /* verilator lint_on UNUSED */
`define UNUSED_PARAM(x) \
  /* verilator lint_off UNUSED */ \
  localparam unused_``x = x; \
  /* verilator lint_on UNUSED */
`define UNUSED_VAR(x)
`endif
