// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// \file
/// Types that all engines share: addresses, words, and a dispatch.

namespace superwarp {

struct Machine;  // model/machine/machine.h

/// A memory word. The RTL is built with DataWidth = 32.
using Word = std::uint32_t;

/// A word address, 0 .. 2^31 - 1. The RTL uses the top bit of an address lane as a flag.
using Address = std::uint32_t;

/// The address of a thread that requests nothing.
inline constexpr Address kInactive = 0xffffffffU;

/// Addresses end below this bound on every engine.
inline constexpr Address kAddressLimit = 0x80000000U;

/// The requests of one dispatch are all reads or all writes (SIMD, super-warp paper Section II).
enum class Op : std::uint8_t { kRead, kWrite };

/// Which memory of a hierarchical machine an access goes to (docs/spec/hierarchy.md).
enum class Space : std::uint8_t {
  kShared,  ///< the shared memory of the warp's multiprocessor; the only one of other machines
  kGlobal,
};

/// One access by one super warp. Lane i belongs to thread super_warp * lanes + i, so a lower lane
/// has a lower global thread id.
struct Dispatch {
  std::uint32_t super_warp = 0;  ///< 0 ..
  std::uint64_t round = 0;       ///< of the program, 0 ..
  Op op = Op::kRead;             ///< of all lanes
  std::vector<Address> address;  ///< one for each lane; kInactive requests nothing
  std::vector<Word> data;        ///< the word to write, one for each lane; ignored on a read
  std::uint32_t memory = 0;      ///< number of its memory, if there are several
};

/// A request of one lane to a unit with a port for each lane (docs/spec/streaming.md, "The
/// lane-level port").
struct LaneRequest {
  Op op = Op::kRead;           ///< read or write
  Address address = 0;         ///< below the machine's words()
  std::uint32_t enable = 0xf;  ///< bit i: byte i of the word is written; ignored on a read
  Word data = 0;               ///< ignored on a read
  std::uint32_t tag = 0;       ///< comes back with the response
};

/// The initial word at address `a`: it names the address.
constexpr Word initial_token(Address a) { return a; }

/// The word that a trace's write stores: it names (round, thread) among `threads` threads. It
/// differs from every initial token and is unique for the first 2^31 requests of a run.
constexpr Word written_token(std::uint64_t round, std::uint64_t thread, std::uint64_t threads) {
  return 0x80000000U | static_cast<Word>(round * threads + thread);
}

}  // namespace superwarp
