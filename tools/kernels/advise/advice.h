// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/program.h"

namespace superwarp::advise {

/// Rows of a memory that belong together.
struct Piece {
  std::uint64_t first_row = 0;
  std::uint64_t end_row = 0;
  std::set<std::string> names;  ///< of the arrays or source lines that they belong to
};

/// The arrays of a program. Each starts a row.
std::vector<Piece> pieces_of(const std::vector<AddressRange>& arrays, std::uint32_t width);

/// Runs of rows that the same source lines access, in place of arrays, which a recording does not
/// name. A row of two arrays is a separate piece. `lines` has the lines of each row.
std::vector<Piece> pieces_of(const std::vector<std::set<std::string>>& lines);

/// The names of all pieces that have rows from `first` on, before `end`.
std::set<std::string> names_in(const std::vector<Piece>& pieces, std::uint64_t first, std::uint64_t end);

/// Slots of programs that run one after another on a machine, under any regions.
class Slots {
 public:
  /// With the mapping's first `keys` keys, from the seed of `machine` on. The programs must outlive
  /// this.
  Slots(std::vector<const Program*> programs, Machine machine, std::uint32_t keys);

  /// Mean over the keys, by the model.
  double operator()(const Regions& regions);

 private:
  std::vector<const Program*> programs_;
  Machine machine_;
  std::uint32_t keys_;
  std::map<std::pair<std::uint64_t, std::string>, double> known_;  ///< by rows and text
};

/// What it costs to switch on these parts, and no others.
using CostOf = std::function<double(const std::vector<bool>& on)>;

struct Choice {
  std::vector<bool> on;  ///< by part
  double cost = 0;
};

/// Searches twice, from all parts off and from all on: switches single parts while the cost falls.
/// Returns the cheaper result, with fewer parts on if costs are equal. It costs no more than either
/// start, but is not always the optimum.
Choice choose(std::size_t parts, const CostOf& cost_of);

/// The programs to choose for, which run one after another, and the arrays in their memory.
struct Subject {
  std::vector<const Program*> programs;  ///< must outlive the advice
  std::vector<Piece> pieces;             ///< may be empty: not known
  Machine machine;                       ///< with a mapping and regions
};

/// Slots, means over keys: on the machine, then on the DMM if the machine is another one.
using MachineSlots = std::vector<double>;

/// A region or an array, and the slots of all programs if it alone is switched.
struct AdvicePart : Piece {
  MachineSlots off;
  MachineSlots on;
  bool chosen = false;
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
