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
  kLoad,          ///< LDS, and LD in the shared window: replayed
  kStore,         ///< STS, and ST in the shared window: replayed
  kAtomic,        ///< ATOMS, and ATOM and RED in the shared window: replayed
  kMatrixLoad,    ///< LDSM: rows of 16 bytes in shared memory: replayed
  kMatrixStore,   ///< STSM: as LDSM
  kCopy,          ///< LDGSTS, what it writes to shared memory: replayed
  kGlobalLoad,    ///< LDG, and LD elsewhere: replayed on machines with a global memory
  kGlobalStore,   ///< STG, and ST elsewhere: as LDG
  kGlobalAtomic,  ///< ATOMG, REDG, and ATOM and RED elsewhere: as LDG
  kBarrier,       ///< BAR except BAR.ARV: all warps of the block wait
  kArrive,        ///< BAR.ARV, SYNCS: order some warps; not modelled
  kGeneric,       ///< LD, ST, ATOM, RED of a trace without the shared window
  kMatrix,        ///< LDSM and STSM of an unknown shape
  kAsyncCopy,     ///< LDGSTS and bulk copies whose shared addresses the trace lacks
  kOther,         ///< accesses no memory of the machine
};

inline constexpr std::size_t kOpcodeKinds = 15;

/// Kinds that access, or may access, shared memory and are not replayed.
struct LeftOut {
  OpcodeKind kind;
  const char* name;  ///< for people
  const char* why;
};
inline constexpr std::array<LeftOut, 4> kLeftOut = {
    {{OpcodeKind::kGeneric, "LD/ST/ATOM/RED", "generic: the header lacks the shared window, -shmem base_addr"},
     {OpcodeKind::kMatrix, "LDSM/STSM", "matrices of another shape than M88"},
     {OpcodeKind::kAsyncCopy, "LDGSTS/bulk", "copies: the trace lacks their shared addresses"},
     {OpcodeKind::kArrive, "BAR.ARV/SYNCS", "order some warps; not modelled"}}};

constexpr bool is_global(OpcodeKind kind) {
  return kind == OpcodeKind::kGlobalLoad || kind == OpcodeKind::kGlobalStore || kind == OpcodeKind::kGlobalAtomic;
}
constexpr bool is_matrix(OpcodeKind kind) {
  return kind == OpcodeKind::kMatrixLoad || kind == OpcodeKind::kMatrixStore;
}
constexpr bool is_store(OpcodeKind kind) {
  return kind == OpcodeKind::kStore || kind == OpcodeKind::kGlobalStore || kind == OpcodeKind::kMatrixStore ||
         kind == OpcodeKind::kCopy;
}
constexpr bool is_atomic(OpcodeKind kind) { return kind == OpcodeKind::kAtomic || kind == OpcodeKind::kGlobalAtomic; }
constexpr bool replayed(OpcodeKind kind) {
  return kind == OpcodeKind::kLoad || kind == OpcodeKind::kMatrixLoad || is_store(kind) || is_atomic(kind) ||
         is_global(kind);
}
/// What a generic access is where its address is global: kLoad becomes kGlobalLoad, ..
constexpr OpcodeKind as_global(OpcodeKind kind) {
  return kind == OpcodeKind::kLoad    ? OpcodeKind::kGlobalLoad
         : kind == OpcodeKind::kStore ? OpcodeKind::kGlobalStore
                                      : OpcodeKind::kGlobalAtomic;
}

/// The addresses of a memory instruction.
enum class AddressForm : std::uint8_t {
  kOffset,     ///< byte offsets in shared memory, or global addresses, as the kind says
  kGeneric,    ///< the address tells its memory; the kind is that of shared memory
  kCopy,       ///< LDGSTS: a line with its shared and a line with its global addresses
  kTransfers,  ///< TMA: the memory field lists transfers, not threads
};

struct Opcode {
  OpcodeKind kind = OpcodeKind::kOther;
  AddressForm form = AddressForm::kOffset;
  std::uint32_t bytes = 4;              ///< per thread: 1, 2, 4, 8 or 16; replayed kinds only
  std::uint32_t threads = kAllThreads;  ///< that have an address: 8 for each matrix of an LDSM

  static constexpr std::uint32_t kAllThreads = 32;
};

/// Decodes an opcode such as "LDS.U.128". The suffix gives the width because the trace's width
/// field comes from NVBit, which gets some wrong. Without a `global` memory its instructions are
/// kOther. Throws std::invalid_argument for a width that no machine supports.
Opcode decode_opcode(std::string_view text, bool global = false);

/// The bytes of a thread's access by the suffix of `text`. Throws as above.
std::uint32_t bytes_of(std::string_view text);

}  // namespace superwarp::traceg
