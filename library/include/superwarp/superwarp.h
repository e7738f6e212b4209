// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "language/access.h"
#include "language/bank_event.h"
#include "language/lane_stepper.h"
#include "language/machine.h"
#include "language/machine_info.h"
#include "language/mapping.h"
#include "language/rpu_info.h"
#include "language/stepper.h"
#include "superwarp/version.h"

/// \file
/// The memory machines for somebody else's program: how many slots an access takes (Law), where an
/// address lies (Mapping), and a machine to step through time (Stepper). What a machine does is in
/// docs/spec/machines.md, streaming.md and crossbar.md of the project.
///
/// What this header and those that it includes name stays as it is from one patch to the next
/// (semver.org).

namespace superwarp {

/// The machine called `kind`, "dmm" for instance, with the width and mapping that are its own and
/// otherwise what Machine says. Throws std::invalid_argument for an unknown name (the message has
/// the nearest one).
Machine make_machine(const std::string& kind);

/// What Machine::mapping may be, in the order to show them.
std::vector<std::string> mapping_names();

/// The key that `mapping` draws from `seed` for `rows` rows of `width` words, for Machine::key;
/// empty if it has none. Throws std::invalid_argument for an unknown name.
std::vector<std::uint32_t> mapping_key(const std::string& mapping, std::uint64_t seed,
                                       std::uint64_t rows, std::uint32_t width);

/// Gives `machine` a memory of at least `words` words: rows if it has none, and if it has no key
/// the one that its mapping draws from its seed. Throws std::invalid_argument for a machine that
/// cannot be and more words than there are addresses.
void fit(Machine& machine, std::uint64_t words);

/// Where `machine` has its addresses. Throws std::invalid_argument for a machine that cannot be.
std::unique_ptr<Mapping> make_mapping(const Machine& machine);

/// `machine` without its warps: whoever steps it says what is accessed when. Without data it has no
/// words and only tells times and places. Its schedule means nothing. Throws std::invalid_argument
/// for a machine that cannot be or has no rows.
std::unique_ptr<Stepper> make_stepper(const Machine& machine, bool with_data = true);

/// The streaming RPU of `machine` behind a port a lane, for cores that do not issue whole warps;
/// `responses` places in each lane's response buffer. Throws std::invalid_argument likewise, and
/// for another RPU than Rpu::kStream.
std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses,
                                               bool with_data = true);

/// How many slots an access takes on a machine whose dispatches do not overlap, which slot serves
/// whom, and how long each bank is at work. Calls allocate no memory. A value of its own for each
/// thread of the program.
class Law {
 public:
  /// Throws std::invalid_argument for a machine that cannot be or has no rows, and for one in which
  /// warps overlap: what an access takes there depends on what else waits (make_stepper).
  explicit Law(const Machine& machine);
  ~Law();
  Law(Law&& other) noexcept;             ///< `other` may only be destroyed or assigned to
  Law& operator=(Law&& other) noexcept;  ///< likewise

  /// The slots of an access, 0 if nothing is requested. `address` has an entry for each of lanes()
  /// lanes, kInactive where nothing is requested. `slot`, if given, has as many entries, which
  /// become the slot that serves each lane, from 0 on, 0 for an inactive one. `load`, if given, has
  /// an entry for each of banks() banks, which becomes the number of slots in which the bank serves
  /// anybody. Throws std::invalid_argument for an address that the machine does not have.
  std::uint32_t slots(const Address* address, std::uint32_t* slot = nullptr,
                      std::uint32_t* load = nullptr);

  [[nodiscard]] std::uint32_t lanes() const;  ///< of an access: s * w
  [[nodiscard]] std::uint32_t banks() const;  ///< w
  [[nodiscard]] std::uint64_t words() const;  ///< addresses lie below

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superwarp
