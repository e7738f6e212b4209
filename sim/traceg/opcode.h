// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// \file
/// The effect of a SASS opcode on shared memory, and on global memory on a hierarchical machine.
/// Source: CUDA Binary Utilities, "Instruction Set Reference".

namespace superwarp::traceg {

enum class OpcodeKind : std::uint8_t {
  kLoad,          ///< LDS: replayed
  kStore,         ///< STS: replayed
  kAtomic,        ///< ATOMS: replayed
  kGlobalLoad,    ///< LDG: replayed on machines with a global memory
  kGlobalStore,   ///< STG: as LDG
  kGlobalAtomic,  ///< ATOMG, REDG: as LDG
  kBarrier,       ///< BAR except BAR.ARV: all warps of the block wait
  kArrive,        ///< BAR.ARV, SYNCS: order some warps; not modelled
  kGeneric,       ///< LD, ST, ATOM, RED: shared or global memory, depending on the address
  kMatrix,        ///< LDSM, STSM: 8x8 matrices in shared memory
  kAsyncCopy,     ///< LDGSTS and bulk copies: the trace lacks their shared addresses
  kOther,         ///< accesses no memory of the machine
};

inline constexpr std::size_t kOpcodeKinds = 12;

/// Kinds that access, or may access, shared memory and are not replayed.
struct LeftOut {
  OpcodeKind kind;
  const char* name;  ///< for people
  const char* why;
};
inline constexpr std::array<LeftOut, 4> kLeftOut = {
    {{OpcodeKind::kGeneric, "LD/ST/ATOM/RED", "generic: their addresses are mostly global"},
     {OpcodeKind::kMatrix, "LDSM/STSM", "matrix accesses: the trace lacks their rows"},
     {OpcodeKind::kAsyncCopy, "LDGSTS/bulk", "copies: the trace lacks their shared addresses"},
     {OpcodeKind::kArrive, "BAR.ARV/SYNCS", "order some warps; not modelled"}}};

constexpr bool is_global(OpcodeKind kind) {
  return kind == OpcodeKind::kGlobalLoad || kind == OpcodeKind::kGlobalStore ||
         kind == OpcodeKind::kGlobalAtomic;
}
constexpr bool is_store(OpcodeKind kind) {
  return kind == OpcodeKind::kStore || kind == OpcodeKind::kGlobalStore;
}
constexpr bool is_atomic(OpcodeKind kind) {
  return kind == OpcodeKind::kAtomic || kind == OpcodeKind::kGlobalAtomic;
}
constexpr bool replayed(OpcodeKind kind) {
  return kind == OpcodeKind::kLoad || is_store(kind) || is_atomic(kind) || is_global(kind);
}

struct Opcode {
  OpcodeKind kind = OpcodeKind::kOther;
  std::uint32_t bytes = 4;       ///< per thread: 1, 2, 4, 8 or 16; replayed kinds only
  bool lists_transfers = false;  ///< TMA: its memory field lists transfers, not threads
};

/// Decodes an opcode such as "LDS.U.128". The suffix gives the width because the trace's width
/// field comes from NVBit, which gets some wrong. Without a `global` memory its instructions are
/// kOther. Throws std::invalid_argument for a width that no machine supports.
Opcode decode_opcode(std::string_view text, bool global = false);

}  // namespace superwarp::traceg
