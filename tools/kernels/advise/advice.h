// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "tools/kernels/advise/pieces.h"

namespace superwarp::advise {

/// The programs to choose for, which run one after another, and the arrays in their memory.
struct Subject {
  std::vector<const Program*> programs;  ///< must outlive the advice
  std::vector<Piece> pieces;             ///< may be empty: not known
  Machine machine;                       ///< with a mapping and regions
};

/// Slots, means over keys: on the machine, then on the DMM if the machine is another one.
using MachineSlots = std::vector<double>;

/// A region or an array, and the slots of all programs if it alone is switched.
struct AdvicePart {
  std::uint64_t first_row = 0;
  std::uint64_t end_row = 0;
  MachineSlots off;
  MachineSlots on;
  bool chosen = false;
  std::set<std::string> names;  ///< of arrays or source lines
};

/// Where a mapping is better on than off.
struct Advice {
  MachineSlots off;  ///< with the mapping off everywhere
  MachineSlots on;   ///< with the mapping on everywhere
  MachineSlots chosen;
  MachineSlots by_piece;  ///< if every array had regions of its own; empty: not known
  Regions regions;        ///< as chosen
  Regions table;          ///< the same for arrays
  std::vector<AdvicePart> parts;
  std::vector<AdvicePart> pieces;
};

/// By the model, with `keys` keys from the machine's seed on. Throws std::invalid_argument like
/// model::make_reference().
Advice advice_on(const Subject& subject, std::uint32_t keys);

}  // namespace superwarp::advise
