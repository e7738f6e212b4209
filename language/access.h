// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// \file
/// The words of the language all engines speak: addresses, words, and one dispatch.

namespace superwarp {

/// A memory word. The RTL is built with DataWidth = 32.
using Word = std::uint32_t;

/// A word address, 0 .. 2^31 - 1. The RTL keeps the top bit of an address lane for itself.
using Address = std::uint32_t;

/// What stands in an address lane of a thread that requests nothing.
inline constexpr Address kInactive = 0xffffffffU;

/// Addresses end below this bound on every engine.
inline constexpr Address kAddressLimit = 0x80000000U;

/// All requests of one dispatch are reads or all are writes (SIMD, super-warp paper Section II).
enum class Op : std::uint8_t { kRead, kWrite };

/// Which memory of a hierarchical machine an access goes to (docs/spec/hierarchy.md).
enum class Space : std::uint8_t {
  kShared,  ///< that of the warp's multiprocessor; the only one of all other machines
  kGlobal,
};

/// One access by one super warp (by one warp where a super warp has one warp). Lane i belongs to
/// thread super_warp * lanes + i, so a lower lane is a lower global thread id.
struct Dispatch {
  std::uint32_t super_warp = 0;  ///< which super warp, 0 ..
  std::uint64_t round = 0;       ///< which of its program's rounds, 0 ..
  Op op = Op::kRead;             ///< of all its lanes
  std::vector<Address> address;  ///< one per lane; kInactive requests nothing
  std::vector<Word> data;        ///< one per lane: the word to write; meaningless on a read
  std::uint32_t memory = 0;      ///< which one it goes to, where there are several
};

/// The word that stands at address `a` before anything is written: it names the address.
constexpr Word initial_token(Address a) { return a; }

/// The word that a trace's write leaves behind: it names (round, thread) among `threads` threads.
/// Never equal to an initial token; distinct for the first 2^31 requests of a run.
constexpr Word written_token(std::uint64_t round, std::uint64_t thread, std::uint64_t threads) {
  return 0x80000000U | static_cast<Word>(round * threads + thread);
}

}  // namespace superwarp
