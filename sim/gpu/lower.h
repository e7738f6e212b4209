// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine/access.h"
#include "sim/gpu/access.h"
#include "sim/gpu/description.h"

namespace superwarp::gpu {

/// Requests that the banks serve together, each the number of a bank's cell: row * banks + bank.
struct Phase {
  Op op = Op::kRead;
  std::vector<Address> request;      ///< of the lanes, in their order; kInactive: none
  std::vector<std::uint32_t> lanes;  ///< each with as many successive requests
  std::uint32_t slots = 0;           ///< that it takes

  [[nodiscard]] bool idle() const;  ///< has no request
};

/// One access as phases.
struct Lowered {
  std::vector<Phase> phases;
  std::uint32_t slots = 0;  ///< of all phases; what Nsight Compute calls wavefronts
  std::uint32_t ideal = 0;  ///< slots without conflicts

  /// What Nsight Compute calls bank conflicts.
  [[nodiscard]] std::uint32_t excess() const { return slots - ideal; }
};

/// Lowers accesses by the rules of one GPU (docs/spec/gpus.md). This is the only code that applies
/// a description.
class Lowering {
 public:
  /// `description` must outlive this.
  explicit Lowering(const Description& description);
  ~Lowering();
  Lowering(Lowering&&) noexcept;
  Lowering& operator=(Lowering&&) noexcept;

  /// A group of lanes without an active one is an idle phase. Throws std::invalid_argument if the
  /// access is not described, has more lanes than a wave, or an address that is too large or not a
  /// multiple of what a bank holds in a row, or of its bytes if these are fewer.
  Lowered lower(const Access& access);

 private:
  struct Counters;

  void add_phases(const Access& access, const PhaseRule& rule, const std::vector<std::uint32_t>& lanes,
                  const std::vector<Op>& steps, Lowered& lowered);
  void add_phase(Phase phase, const PhaseRule& rule, Lowered& lowered);
  [[nodiscard]] std::vector<Address> cells(const Access& access, const PhaseRule& rule,
                                           const std::vector<std::uint32_t>& lanes, std::uint32_t word,
                                           std::uint32_t words) const;

  const Description* description_;
  std::vector<std::optional<Counters>> counters_;  ///< of each phase rule, from its first use on
};

/// The dispatches of a phase for a machine of `width` lanes. Equal requests are sent once if the
/// phase is too wide otherwise. A phase that is too wide even so becomes several dispatches.
std::vector<std::vector<Address>> dispatches(const Phase& phase, std::uint32_t width);

/// One access by a warp of a machine.
struct Part {
  Op op = Op::kRead;
  bool requests = false;         ///< some lane does
  std::vector<Address> address;  ///< one for each lane
};

/// What a warp of `width` lanes does for an access, part after part: the dispatches of its phases.
/// A phase without requests is a part too.
std::vector<Part> parts_of(const Lowered& lowered, std::uint32_t width);

}  // namespace superwarp::gpu
