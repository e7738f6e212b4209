// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// \file
/// What a SASS opcode means for shared memory, and on a hierarchical machine for global memory.
/// Source: CUDA Binary Utilities, "Instruction Set Reference".

namespace superwarp::traceg {

enum class OpcodeKind : std::uint8_t {
  kLoad,          ///< LDS: replayed
  kStore,         ///< STS: replayed
  kAtomic,        ///< ATOMS: replayed
  kGlobalLoad,    ///< LDG: replayed where there is a global memory
  kGlobalStore,   ///< STG: likewise
  kGlobalAtomic,  ///< ATOMG, REDG: likewise
  kBarrier,       ///< BAR but BAR.ARV: all warps of the block wait
  kArrive,        ///< BAR.ARV, SYNCS: order between some warps that nobody waits for here
  kGeneric,       ///< LD, ST, ATOM, RED: the address tells the memory; may be shared memory
  kMatrix,        ///< LDSM, STSM: shared memory, 8x8 matrices
  kAsyncCopy,     ///< LDGSTS and bulk copies: shared memory, but the trace has the global addresses
  kOther,         ///< no memory that there is
};

inline constexpr std::size_t kOpcodeKinds = 12;

/// Those that touch, or may touch, shared memory, and that a replay leaves out.
struct LeftOut {
  OpcodeKind kind;
  const char* name;  ///< for people
  const char* why;
};
inline constexpr std::array<LeftOut, 4> kLeftOut = {
    {{OpcodeKind::kGeneric, "LD/ST/ATOM/RED", "generic: their addresses are mostly global"},
     {OpcodeKind::kMatrix, "LDSM/STSM", "matrix accesses, whose rows the trace does not tell"},
     {OpcodeKind::kAsyncCopy, "LDGSTS/bulk", "copies, whose shared addresses the trace lacks"},
     {OpcodeKind::kArrive, "BAR.ARV/SYNCS", "order some warps, nobody waits for them here"}}};

constexpr bool is_global(OpcodeKind kind) {
  return kind == OpcodeKind::kGlobalLoad || kind == OpcodeKind::kGlobalStore ||
         kind == OpcodeKind::kGlobalAtomic;
}
constexpr bool is_store(OpcodeKind kind) {
  return kind == OpcodeKind::kStore || kind == OpcodeKind::kGlobalStore;
}
/// A load and a store.
constexpr bool is_atomic(OpcodeKind kind) {
  return kind == OpcodeKind::kAtomic || kind == OpcodeKind::kGlobalAtomic;
}
constexpr bool replayed(OpcodeKind kind) {
  return kind == OpcodeKind::kLoad || is_store(kind) || is_atomic(kind) || is_global(kind);
}

struct Opcode {
  OpcodeKind kind = OpcodeKind::kOther;
  std::uint32_t bytes = 4;       ///< that a thread accesses: 1, 2, 4, 8, 16; replayed kinds only
  bool lists_transfers = false;  ///< TMA: its memory field lists transfers, not threads
};

/// "LDS.U.128" and its like. The width is in the suffix: the width field of a trace comes from
/// NVBit, which gets some wrong. Without a `global` memory its instructions are others. Throws
/// std::invalid_argument for a width that no memory here has.
Opcode decode_opcode(std::string_view text, bool global = false);

}  // namespace superwarp::traceg
