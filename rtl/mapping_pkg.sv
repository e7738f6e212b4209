// The address mappings that the RSU can be built with: values of the parameter Mapping.
//
// rap has no number of its own: it is RandomShift, whose table is loaded with a random permutation of
// 0 .. Width-1 for every block of Width rows instead of independent numbers.

package mapping_pkg;

  localparam int Identity    = 0;  // bank k                              DMM, SDMM: no logic
  localparam int Pad         = 1;  // bank (k + j) mod Width
  localparam int XorSwizzle  = 2;  // bank k ^ (j mod Width)
  localparam int Ipoly       = 3;  // bank k ^ (j(x) * x^n mod P)
  localparam int RandomShift = 4;  // bank (k + r_j) mod Width            RSDMM; rap
  localparam int RandomXor   = 5;  // bank k ^ r_j
  localparam int H3          = 6;  // bank k ^ M*j over GF(2)
  localparam int Tabulation  = 7;  // bank k ^ T1[j mod 64] ^ T2[j div 64]

endpackage
