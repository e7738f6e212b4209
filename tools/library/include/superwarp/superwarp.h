// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"
#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/mapping.h"
#include "model/machine/rpu_info.h"
#include "model/machine/stepper.h"
#include "superwarp/version.h"

/// \file
/// The memory machines for other programs: the slots of an access (Law), the place of an address
/// (Mapping), and a machine to step through time (Stepper). docs/spec/machines.md, streaming.md and
/// crossbar.md of the project specify the machines.
///
/// The names in this header and the headers that it includes do not change between patch versions
/// (semver.org).

namespace superwarp {

/// The machine called `kind`, for example "dmm", with its default width and mapping and the other
/// defaults of Machine. Throws std::invalid_argument for an unknown name; the message has the
/// nearest one.
Machine make_machine(const std::string& kind);

/// Names for Machine::mapping, in display order.
std::vector<std::string> mapping_names();

/// The key that `mapping` draws from `seed` for `rows` rows of `width` words, for Machine::key;
/// empty if it has none. Throws std::invalid_argument for an unknown name, a width that the mapping
/// does not have, and more words than there are addresses.
std::vector<std::uint32_t> mapping_key(const std::string& mapping, std::uint64_t seed, std::uint64_t rows,
                                       std::uint32_t width);

/// Gives `machine` a memory of at least `words` words: rows if it has none, and the key that its
/// mapping draws from its seed if it has none. Throws std::invalid_argument for an invalid machine
/// and for more words than there are addresses.
void fit(Machine& machine, std::uint64_t words);

/// The mapping of `machine`. Throws std::invalid_argument for an invalid machine.
std::unique_ptr<Mapping> make_mapping(const Machine& machine);

/// `machine` without warps: the caller decides what is accessed when. Without data it has no words
/// and computes only times and places. Its schedule is ignored. Throws std::invalid_argument for an
/// invalid machine or one without rows.
std::unique_ptr<Stepper> make_stepper(const Machine& machine, bool with_data = true);

/// The streaming RPU of `machine` with a port for each lane, for cores that do not issue whole
/// warps, and `responses` places in each lane's response buffer. Throws std::invalid_argument like
/// make_stepper(), and for an RPU other than Rpu::kStream.
std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses, bool with_data = true);

/// The slots of an access on a machine whose dispatches do not overlap: how many, which slot serves
/// each lane, and how many of them use each bank. Calls allocate no memory. Threads need one object
/// each.
class Law {
 public:
  /// Throws std::invalid_argument for an invalid machine, one without rows or with more words than
  /// there are addresses, and one in which warps overlap: the slots of an access there depend on
  /// other accesses (use make_stepper()).
  explicit Law(const Machine& machine);
  ~Law();
  Law(Law&& other) noexcept;             ///< `other` may only be destroyed or assigned to
  Law& operator=(Law&& other) noexcept;  ///< same as the constructor

  /// The number of slots of an access, 0 if it requests nothing. `address` has lanes() entries,
  /// kInactive for lanes without a request. `slot`, if given, gets for each of lanes() lanes the
  /// slot that serves it, from 0 on, and 0 for an inactive lane. `load`, if given, gets for each of
  /// banks() banks the number of slots in which it serves a lane. Throws std::invalid_argument for
  /// an address outside of the memory and a null pointer.
  std::uint32_t slots(const Address* address, std::uint32_t* slot = nullptr, std::uint32_t* load = nullptr);

  [[nodiscard]] std::uint32_t lanes() const;  ///< of an access: s * w
  [[nodiscard]] std::uint32_t banks() const;  ///< w
  [[nodiscard]] std::uint64_t words() const;  ///< size of the memory; addresses lie below

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superwarp
