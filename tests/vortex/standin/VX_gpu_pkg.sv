// SPDX-License-Identifier: Apache-2.0
// Our own text: only the names that the local memory and its bus need.
package VX_gpu_pkg;
  localparam UUID_WIDTH      = 1;
  localparam MEM_FLAGS_WIDTH = 3;
  localparam PERF_CTR_BITS   = 44;
  typedef struct packed {
    logic [PERF_CTR_BITS-1:0] reads, writes, bank_stalls, crsp_stalls;
  } lmem_perf_t;
endpackage
